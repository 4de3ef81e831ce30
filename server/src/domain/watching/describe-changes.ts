import {
  collections,
  englishFieldLabel,
  findField,
  formatDay,
  isStaff,
  labelsForRole,
  statusIn,
  watchedFields,
} from '@portal/contract'
import type { Actor, Declaration, Language, StatusMap } from '@portal/contract'
import { labelIn } from '#platform/language/label-in.ts'
import type { NotificationSubject } from '../notifications/transition-notifications.ts'
import { watchingTexts } from './texts.ts'

/** One change of a field, or a new note. */
export interface WatchedChange {
  action: string
  field: string | null
  from: unknown
  to: unknown
}

interface Describing {
  about: NotificationSubject
  changes: readonly WatchedChange[]
  /** The watcher. */
  actor: Actor
  language: Language
  map: StatusMap
  /** The name of whom the record is assigned to; null for no one. Staff alone read it. */
  assignee: string | null
}

function statusLabel(
  { actor, language, map }: Describing,
  declaration: Declaration,
  code: unknown,
): string | null {
  if (typeof code !== 'string') return null
  if (declaration.hasStatusMap === true) {
    const { label, labelEs, clientLabel, clientLabelEs } = statusIn(map, code)
    return isStaff(actor.role)
      ? labelIn(language, label, labelEs)
      : labelIn(language, clientLabel, clientLabelEs)
  }
  const option = labelsForRole(declaration, actor).fields['status']?.options?.find(
    (each) => each.code === code,
  )
  return option === undefined ? null : labelIn(language, option.label, option.labelEs)
}

/** The value of a field as the watcher may read it; null where its name alone is told. */
function valueOf(
  describing: Describing,
  declaration: Declaration,
  field: string,
  to: unknown,
): string | null {
  const { actor, language, assignee } = describing
  const say = watchingTexts(language)
  if (field === 'status') return statusLabel(describing, declaration, to)
  if (field === declaration.deadline?.field)
    return typeof to === 'string' ? formatDay(to, language) : say('noDay')
  if (!isStaff(actor.role) || field === 'assignedOrg') return null
  return to === null ? say('noOne') : assignee
}

/** First value before and last value after, by field. */
function byField(changes: readonly WatchedChange[]): Map<string, { from: unknown; to: unknown }> {
  const found = new Map<string, { from: unknown; to: unknown }>()
  for (const { field, from, to } of changes)
    if (field !== null) found.set(field, { from: found.has(field) ? found.get(field)?.from : from, to })
  return found
}

const isNewNote = ({ action, field, from }: WatchedChange) =>
  (action === 'note' || action === 'internal-note') && field === 'note' && from === null

/**
 * The sentences of a notification to one watcher: status, due date, who works on it and new notes. A field
 * that is back where it was, and a status whose label for the reader is the same, are left out. Empty when
 * nothing is left. Pure.
 */
export function describeChanges(describing: Describing): string[] {
  const { about, changes, actor, language } = describing
  const declaration = collections[about.collection]
  const say = watchingTexts(language)
  const byName = byField(changes)
  const lines = watchedFields(declaration, actor).flatMap((field): string[] => {
    const change = byName.get(field)
    if (change === undefined || change.from === change.to) return []
    const label = labelIn(language, englishFieldLabel(field, findField(declaration, field)))
    const value = valueOf(describing, declaration, field, change.to)
    if (field === 'status' && value === statusLabel(describing, declaration, change.from)) return []
    return [value === null ? label : say('value', { label, value })]
  })
  const notes = changes.filter(isNewNote).length
  return notes === 0 ? lines : [...lines, say('notes', { count: notes })]
}
