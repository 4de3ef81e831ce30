import { usePersonNames } from '../edit/person-names.ts'
import { t } from '../texts.ts'

/** Names of people, separated by commas. */
export default function PersonNames({ pids }: { pids: readonly string[] }) {
  const people = usePersonNames(pids)
  const text = people.map(({ title, isGone }) => title ?? (isGone ? t('unknownPerson') : '…')).join(', ')
  return <span title={text}>{text}</span>
}
