import { humanize, numberWords, statusIn } from '@portal/contract'
import type { CollectionName, Declaration, RecordValues, StatusMap } from '@portal/contract'
import type { NewNotification } from './notify.ts'

/** A record a signal is about, as it stands when people are told. */
export interface NotificationSubject {
  collection: CollectionName
  pid: string
  values: RecordValues
  /** The permit it hangs on: its number, title and who looks after it. */
  permit: { refNo: string; title: string; assignedTo: unknown } | null
}

/** A text of a record, empty where there is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** The client a record is of. */
export const orgOf = ({ values }: NotificationSubject): string | null => textOf(values['org']) || null

/** Staff who look after a record: its owner, those who work on it with them, and the owner of its permit. */
export function responsibleStaff({ values, permit }: NotificationSubject): unknown[] {
  const further: unknown[] = Array.isArray(values['collaborators']) ? values['collaborators'] : []
  return [values['assignedTo'], ...further, permit?.assignedTo]
}

const warned: readonly string[] = ['CORRECTIONS_REQUIRED', 'ON_HOLD', 'DENIED', 'EXPIRED', 'REVOKED', 'VOIDED', 'REJECTED_INTAKE']
const welcome: readonly string[] = ['APPROVED', 'ISSUED']
const kindOfStatus: Readonly<Record<string, string>> = { CORRECTIONS_REQUIRED: 'CORRECTIONS', PAYMENT_DUE: 'PAYMENT_DUE' }

function permitSignals(about: NotificationSubject, to: string, map: StatusMap): NewNotification[] {
  const { values, pid, collection } = about
  const { label, clientLabel, notify } = statusIn(map, to)
  const number = textOf(values['refNo'])
  const message = textOf(values['title'])
  const kind = kindOfStatus[to] ?? 'PERMIT_STATUS'
  return [
    {
      kind: to === 'ON_HOLD' ? 'HOLD_PLACED' : kind,
      severity: warned.includes(to) ? 'WARNING' : welcome.includes(to) ? 'SUCCESS' : 'INFO',
      collection,
      pid,
      org: orgOf(about),
      staff: notify.includes('STAFF') ? responsibleStaff(about) : [],
      words: { title: `${number}: ${label.toLowerCase()}`, message },
      client: notify.includes('CLIENT') ? { title: `${number}: ${clientLabel.toLowerCase()}`, message } : null,
      notification: notify.includes('CLIENT_MESSAGE') ? kind : null,
    },
  ]
}

/** The permit a record hangs on, by number and title. */
export const ofPermit = ({ permit }: NotificationSubject) => (permit === null ? '' : `${permit.refNo}: ${permit.title}`)

/** A task that somebody is given, or given again. */
export function assignmentSignal(about: NotificationSubject): NewNotification {
  const { values, collection, pid } = about
  const isForClient = values['audience'] === 'CLIENT'
  const isDocument = values['taskType'] === 'UPLOAD_DOCUMENT'
  const kind = isForClient && isDocument ? 'DOCUMENT_REQUESTED' : 'TASK_ASSIGNED'
  const words = { title: `To do: ${textOf(values['title'])}`, message: ofPermit(about) }
  return {
    kind,
    severity: 'INFO',
    collection,
    pid,
    org: orgOf(about),
    staff: isForClient ? [] : [values['assignedTo']],
    words,
    client: isForClient ? words : null,
    notification: kind,
  }
}

/** As what staff are given a record: to look after it, or to work on it with others. */
export type GivenAs = 'owner' | 'collaborator'

/** A record that these staff are given to work on. */
export function workSignal(about: NotificationSubject, as: GivenAs, people: readonly unknown[]): NewNotification {
  const { values, collection, pid } = about
  const number = textOf(values['refNo'])
  const isTask = collection === 'tasks'
  const title = as === 'collaborator' ? `You were added to ${number}` : `${number} was assigned to you`
  const words = isTask
    ? { title: `To do: ${textOf(values['title'])}`, message: ofPermit(about) }
    : { title, message: ofPermit(about) || textOf(values['title']) }
  return { kind: 'TASK_ASSIGNED', severity: 'INFO', collection, pid, org: orgOf(about), staff: people, words, client: null, notification: null }
}

/** Pages on which staff find what they were given many of at once. Source: contract.md 9. */
const listPaths: Readonly<Partial<Record<CollectionName, string>>> = {
  permits: '/permits/processing',
  tasks: '/tasks',
  rts: '/ready_to_submits',
}

/** Many records that one person is given in one bulk change; `about` is any of them. */
export function manyAssignedSignal(
  about: NotificationSubject,
  { noun }: Pick<Declaration, 'noun'>,
  { field, as, person, records }: { field: string; as: GivenAs; person: string; records: number },
): NewNotification {
  const many = `${numberWords(records)} ${noun}s`
  const title = as === 'collaborator' ? `You were added to ${many}` : `${many} were assigned to you`
  const filter = JSON.stringify({ [field]: as === 'collaborator' ? { contains: person } : person })
  const query = new URLSearchParams({ page: '1', filter, sort: '-updatedAt' })
  const path = listPaths[about.collection]
  return {
    ...workSignal(about, as, [person]),
    org: null,
    words: { title, message: `${textOf(about.values['refNo'])} and ${numberWords(records - 1)} more` },
    ...(path !== undefined && { link: `${path}?${query.toString()}` }),
  }
}

function taskSignals(about: NotificationSubject, to: string): NewNotification[] {
  const { values, collection, pid, permit } = about
  if (values['audience'] !== 'CLIENT') return []
  const base = { collection, pid, org: orgOf(about), severity: 'INFO' as const }
  const title = textOf(values['title'])
  if (to === 'SUBMITTED') {
    const staff = [values['assignedTo'], values['assignedBy'], values['createdBy'], permit?.assignedTo]
    const words = { title: `The client has done: ${title}`, message: ofPermit(about) }
    return [{ ...base, kind: 'DOCUMENT_RECEIVED', staff, words, client: null, notification: null }]
  }
  if (to !== 'RETURNED') return []
  const words = { title: `Please look again: ${title}`, message: ofPermit(about) }
  return [{ ...base, kind: 'TASK_ASSIGNED', severity: 'WARNING', staff: [], words, client: words, notification: 'TASK_ASSIGNED' }]
}

const paymentWords: Readonly<Record<string, { kind: string; severity: NewNotification['severity']; words: string }>> = {
  DUE: { kind: 'PAYMENT_DUE', severity: 'INFO', words: 'A payment is due' },
  OVERDUE: { kind: 'PAYMENT_DUE', severity: 'WARNING', words: 'A payment is overdue' },
  PAID: { kind: 'PAYMENT_RECEIVED', severity: 'SUCCESS', words: 'A payment has come in' },
  FAILED: { kind: 'PAYMENT_DUE', severity: 'WARNING', words: 'A payment has failed' },
  REFUNDED: { kind: 'PAYMENT_RECEIVED', severity: 'INFO', words: 'Payment refunded' },
}

/** What is told of a payment that is now in this status. */
export function paymentSignals(about: NotificationSubject, to: string): NewNotification[] {
  const said = paymentWords[to]
  const { values, collection, pid, permit } = about
  if (said === undefined || values['kind'] === 'REFUND') return []
  const words = {
    title: `${said.words}: ${textOf(values['refNo'])}`,
    message: [humanize(values['feeCode']), ofPermit(about)].filter(Boolean).join(', '),
  }
  const { kind, severity } = said
  return [{ kind, severity, collection, pid, org: orgOf(about), staff: [permit?.assignedTo], words, client: words, notification: kind }]
}

const ofStep: Readonly<Partial<Record<CollectionName, (about: NotificationSubject, to: string, map: StatusMap) => NewNotification[]>>> = {
  permits: permitSignals,
  processed: permitSignals,
  tasks: taskSignals,
  ctasks: taskSignals,
  payments: paymentSignals,
}

/** What is told of a step to this status. */
export function notificationsOfTransition(about: NotificationSubject, to: string, map: StatusMap): NewNotification[] {
  return ofStep[about.collection]?.(about, to, map) ?? []
}
