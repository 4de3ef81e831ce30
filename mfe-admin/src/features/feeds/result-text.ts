import type { FeedRunResult } from '@portal/contract/authority-feeds'
import { t } from './texts.ts'

/** What a run did, in one line. */
export function resultText(result: FeedRunResult): string {
  const { stopped, calls, checked, verified, proposals, missing, ahead, discovered, discoveryProblem } =
    result
  if (stopped !== undefined) return stopped
  return [
    t('checked', { count: checked }),
    t('verified', { count: verified }),
    t('proposed', { count: proposals }),
    t('calls', { count: calls }),
    ...(missing === 0 ? [] : [t('missing', { count: missing })]),
    ...(ahead === undefined ? [] : [t('ahead', { count: ahead })]),
    ...(discovered === undefined ? [] : [t('discovered', { count: discovered })]),
    ...(discoveryProblem === undefined ? [] : [t('discoveryFailed', { problem: discoveryProblem })]),
  ].join(', ')
}
