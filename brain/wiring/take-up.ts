/** What the last run left unfinished: turns are taken up or closed, then their tasks. */
import type { Motor } from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import { messageOf } from '../shared/result.ts';
import type { Lanes } from '../turn/lanes.ts';

export async function takeUp(
  unfinished: readonly string[],
  {
    lanes,
    motor,
    logger,
  }: {
    readonly lanes: Lanes;
    readonly motor: Pick<Motor, 'recover'>;
    readonly logger: Logger;
  },
): Promise<void> {
  // What cannot be taken up again (a full disk) must not keep its owner from everything else.
  const reportTo = (what: string) => (thrown: unknown) =>
    logger.error(what, { reason: messageOf(thrown) });
  const stillOpen = new Set<string>();
  for (const sessionId of unfinished) {
    await lanes.recover(sessionId).catch(reportTo('an unfinished turn could not be taken up'));
    const turn = lanes.runningTurn(sessionId);
    if (turn !== undefined) stillOpen.add(turn);
  }
  await motor.recover(stillOpen).catch(reportTo('unfinished tasks could not be closed'));
}
