/** Submits a change request of a flag as somebody else, or one that adds its definition. */
import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { submitRequest } from '../../../src/operations/changeRequests/submission.ts';
import { requestPermit } from '../../operations/permits.ts';
import { sendable, type Service } from '../../operations/service.ts';

export async function openRequest(service: Service, flagName: string, environment: string): Promise<void> {
  const { workspaceId, environmentId } = service.place(environment);
  const now = await service.as('submitter-key').readDefinition(workspaceId, flagName, environmentId);
  const flag = { ...sendable(now), trafficAllocation: 7 };
  await submit(service, 'UPDATE', flag, environment);
}

/** The definition in its text. */
export async function addDefinition(service: Service, environment: string, text: string): Promise<void> {
  await submit(service, 'CREATE', parse(text) as { name: string }, environment);
}

async function submit(
  service: Service,
  operationType: 'CREATE' | 'UPDATE',
  flag: { name: string },
  environment: string,
): Promise<void> {
  const request = {
    operationType,
    flag,
    title: 't',
    comment: 'c',
    approvers: [],
    rolloutStatusId: await service.rolloutStatus(),
  };
  const sent = await submitRequest(service.as('submitter-key'), service.place(environment), request, { permit: requestPermit() });
  assert.equal(sent.outcome, 'submitted');
}
