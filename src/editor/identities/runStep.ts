/** A button of a notification that goes on with the work; if that fails, it is told once, as for a command. */
import { tellFailure } from '../command.ts';
import type { Log } from '../log.ts';
import type { NextStep } from '../tell.ts';

export function runStep({ log }: { readonly log: Log }, label: string, run: () => Promise<void>): NextStep {
  return { label, run: () => run().catch((error: unknown) => tellFailure(error, log)) };
}
