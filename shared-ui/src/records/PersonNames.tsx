import { usePersonNames } from './edit/person-names.ts'
import { t } from './texts.ts'

/** People by their names, with commas between. */
export default function PersonNames({ pids }: { pids: readonly string[] }) {
  const people = usePersonNames(pids)
  const text = people.map(({ title, isGone }) => title ?? (isGone ? t('unknownPerson') : '…')).join(', ')
  return <span title={text}>{text}</span>
}
