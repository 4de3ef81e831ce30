import type { FeedRunResult } from '@portal/contract/authority-feeds'
import { t } from './texts.ts'

/** What a run did, in one line. */
export function resultText(result: FeedRunResult): string {
  const { stopped, calls, checked, verified, proposals, held, missing, ahead, contradicted } = result
  const { discovered, discoveryProblem } = result
  if (stopped !== undefined) return stopped
  return [
    t('checked', { count: checked }),
    t('verified', { count: verified }),
    t('proposed', { count: proposals }),
    ...(held === 0 ? [] : [t('heldThen', { count: held })]),
    t('calls', { count: calls }),
    ...(missing === 0 ? [] : [t('missing', { count: missing })]),
    ...(ahead === undefined ? [] : [t('ahead', { count: ahead })]),
    ...(contradicted === undefined ? [] : [t('contradicted', { count: contradicted })]),
    ...(discovered === undefined ? [] : [t('discovered', { count: discovered })]),
    ...(discoveryProblem === undefined ? [] : [t('discoveryFailed', { problem: discoveryProblem })]),
  ].join(', ')
}
