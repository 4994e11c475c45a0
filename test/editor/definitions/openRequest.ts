/** Somebody opens a change request on a flag. */
import assert from 'node:assert/strict';
import { submitRequest } from '../../../src/operations/submitRequest.ts';
import { requestPermit } from '../../operations/permits.ts';
import { sendable, type Service } from '../../operations/service.ts';

export async function openRequest(service: Service, flagName: string, environment: string): Promise<void> {
  const client = service.as('submitter-key');
  const { workspaceId, environmentId } = service.place(environment);
  const flag = sendable(await client.readDefinition(workspaceId, flagName, environmentId));
  const request = {
    operationType: 'UPDATE' as const,
    flag: { ...flag, trafficAllocation: 7 },
    title: 't',
    comment: 'c',
    approvers: [],
    rolloutStatusId: await service.rolloutStatus(),
  };
  const sent = await submitRequest(client, { workspaceId, environmentId }, request, { permit: requestPermit() });
  assert.equal(sent.outcome, 'submitted');
}
