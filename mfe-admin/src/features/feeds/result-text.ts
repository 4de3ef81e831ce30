import type { FeedRunResult } from '@portal/contract/authority-feeds'
import { t } from './texts.ts'

/** What a run did, in one line. */
export function resultText({ stopped, calls, checked, verified, proposals, missing }: FeedRunResult): string {
  if (stopped !== undefined) return stopped
  const counts = t('result', { calls, checked, verified, proposals })
  return missing === 0 ? counts : `${counts}, ${t('missing', { count: missing })}`
}
