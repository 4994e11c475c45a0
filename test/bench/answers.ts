/** What checking an answer costs, over parsing its JSON alone. */
import { readAnswer } from '../../src/api/failures.ts';
import { FlagDefinition, SegmentKeys } from '../../src/api/model.ts';
import type { Shape } from '../../src/api/answer.ts';
import { inTurns, timed } from './rounds.ts';
import { compared, type Row } from './row.ts';
import { makeDefinition, makeKeys } from './sample.ts';
import type { Scale } from './scale.ts';

const CALL = { method: 'GET', path: '/bench' };

export async function measureAnswers(scale: Scale): Promise<readonly Row[]> {
  const { keysPerUpload: count, rules } = scale;
  const keys = { keys: makeKeys(count).map((key) => ({ key })), openChangeRequestId: null, count, offset: 0, limit: count };
  const row = async (what: string, body: unknown, shape: Shape<unknown>): Promise<Row> => {
    const text = JSON.stringify(body);
    const times = await inTurns(
      { read: timed(() => readAnswer(text, shape, CALL, 200)), parse: timed(() => JSON.parse(text)) },
      { rounds: scale.rounds.inProcess, warmUps: scale.warmUps },
    );
    return compared({ name: 'answers', what, unit: 'ms', against: 'JSON.parse' }, times.read, times.parse);
  };
  return [
    await row(`parse and check ${count} keys`, keys, SegmentKeys),
    await row(`parse and check a definition of ${rules} rules`, makeDefinition(rules), FlagDefinition),
  ];
}
