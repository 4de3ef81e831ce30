import { humanize, statusIn } from '@portal/contract'
import type { CollectionName, RecordValues, StatusMap } from '@portal/contract'
import { labelIn } from '#platform/language/label-in.ts'
import type { NewNotification, TextInLanguage } from './notify.ts'
import { notificationTexts } from './texts.ts'

/** The record of a notification, as it is when the notification is sent. */
export interface NotificationSubject {
  collection: CollectionName
  pid: string
  values: RecordValues
  /** Its permit: number, title and responsible staff member. */
  permit: { refNo: string; title: string; assignedTo: unknown } | null
}

/** A text value of a record, '' if it has none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** The client organization of a record. */
export const orgOf = ({ values }: NotificationSubject): string | null => textOf(values['org']) || null

/** Staff responsible for a record: its owner, its collaborators, and the owner of its permit. */
export function responsibleStaff({ values, permit }: NotificationSubject): unknown[] {
  const further: unknown[] = Array.isArray(values['collaborators']) ? values['collaborators'] : []
  return [values['assignedTo'], ...further, permit?.assignedTo]
}

const warned: readonly string[] = [
  'CORRECTIONS_REQUIRED',
  'ON_HOLD',
  'DENIED',
  'EXPIRED',
  'REVOKED',
  'VOIDED',
  'REJECTED_INTAKE',
]
const welcome: readonly string[] = ['APPROVED', 'ISSUED']
const kindOfStatus: Readonly<Record<string, string>> = {
  CORRECTIONS_REQUIRED: 'CORRECTIONS',
  PAYMENT_DUE: 'PAYMENT_DUE',
}

function permitNotifications(about: NotificationSubject, to: string, map: StatusMap): NewNotification[] {
  const { values, pid, collection } = about
  const { label, labelEs, clientLabel, clientLabelEs, notify } = statusIn(map, to)
  const number = textOf(values['refNo'])
  const message = textOf(values['title'])
  const wordsOf =
    (status: string, statusEs: string | undefined): TextInLanguage =>
    (language) => ({ title: `${number}: ${labelIn(language, status, statusEs).toLowerCase()}`, message })
  const kind = kindOfStatus[to] ?? 'PERMIT_STATUS'
  return [
    {
      kind: to === 'ON_HOLD' ? 'HOLD_PLACED' : kind,
      severity: warned.includes(to) ? 'WARNING' : welcome.includes(to) ? 'SUCCESS' : 'INFO',
      collection,
      pid,
      org: orgOf(about),
      staff: notify.includes('STAFF') ? responsibleStaff(about) : [],
      words: wordsOf(label, labelEs),
      client: notify.includes('CLIENT') ? wordsOf(clientLabel, clientLabelEs) : null,
      messageKind: notify.includes('CLIENT_MESSAGE') ? kind : null,
    },
  ]
}

/** The permit of a record, by number and title. */
export const ofPermit = ({ permit }: NotificationSubject) =>
  permit === null ? '' : `${permit.refNo}: ${permit.title}`

/** The text about a task to do. */
const toDo =
  (about: NotificationSubject): TextInLanguage =>
  (language) => ({
    title: notificationTexts(language)('toDo', { title: textOf(about.values['title']) }),
    message: ofPermit(about),
  })

/** A task that is assigned, or assigned again. */
export function assignmentNotification(about: NotificationSubject): NewNotification {
  const { values, collection, pid } = about
  const isForClient = values['audience'] === 'CLIENT'
  const isDocument = values['taskType'] === 'UPLOAD_DOCUMENT'
  const kind = isForClient && isDocument ? 'DOCUMENT_REQUESTED' : 'TASK_ASSIGNED'
  const words = toDo(about)
  return {
    kind,
    severity: 'INFO',
    collection,
    pid,
    org: orgOf(about),
    staff: isForClient ? [] : [values['assignedTo']],
    words,
    client: isForClient ? words : null,
    messageKind: kind,
  }
}

/** The role in which staff are assigned a record: responsible for it, or collaborating on it. */
export type AssignmentKind = 'owner' | 'collaborator'

/** A record that is assigned to these staff. */
export function workNotification(
  about: NotificationSubject,
  as: AssignmentKind,
  people: readonly unknown[],
): NewNotification {
  const { values, collection, pid } = about
  const key = as === 'collaborator' ? 'addedTo' : 'assignedOne'
  const given: TextInLanguage = (language) => ({
    title: notificationTexts(language)(key, { what: textOf(values['refNo']) }),
    message: ofPermit(about) || textOf(values['title']),
  })
  const words = collection === 'tasks' ? toDo(about) : given
  return {
    kind: 'TASK_ASSIGNED',
    severity: 'INFO',
    collection,
    pid,
    org: orgOf(about),
    staff: people,
    words,
    client: null,
    messageKind: null,
  }
}

/** The page that lists the records of a bulk assignment. Source: contract.md 9. */
const listPaths: Readonly<Partial<Record<CollectionName, string>>> = {
  permits: '/permits/processing',
  tasks: '/tasks',
  rts: '/ready_to_submits',
}

const manyOf: Readonly<Partial<Record<CollectionName, 'permits' | 'tasks' | 'packages'>>> = {
  permits: 'permits',
  tasks: 'tasks',
  rts: 'packages',
}

/** Records that one bulk change assigns to one person; `about` is any of them. */
export function bulkWorkNotification(
  about: NotificationSubject,
  { field, as, person, records }: { field: string; as: AssignmentKind; person: string; records: number },
): NewNotification {
  const filter = JSON.stringify({ [field]: as === 'collaborator' ? { contains: person } : person })
  const query = new URLSearchParams({ page: '1', filter, sort: '-updatedAt' })
  const path = listPaths[about.collection]
  return {
    ...workNotification(about, as, [person]),
    org: null,
    words: (language) => {
      const say = notificationTexts(language)
      const what = say(manyOf[about.collection] ?? 'permits', { count: records })
      const message = say('andMore', { number: textOf(about.values['refNo']), count: records - 1 })
      return { title: say(as === 'collaborator' ? 'addedTo' : 'assignedMany', { what }), message }
    },
    ...(path !== undefined && { link: `${path}?${query.toString()}` }),
  }
}

function taskNotifications(about: NotificationSubject, to: string): NewNotification[] {
  const { values, collection, pid, permit } = about
  if (values['audience'] !== 'CLIENT') return []
  const base = { collection, pid, org: orgOf(about), severity: 'INFO' as const }
  const wordsOf =
    (key: 'clientDid' | 'reviseTask'): TextInLanguage =>
    (language) => ({
      title: notificationTexts(language)(key, { title: textOf(values['title']) }),
      message: ofPermit(about),
    })
  if (to === 'SUBMITTED') {
    const staff = [values['assignedTo'], values['assignedBy'], values['createdBy'], permit?.assignedTo]
    return [
      {
        ...base,
        kind: 'DOCUMENT_RECEIVED',
        staff,
        words: wordsOf('clientDid'),
        client: null,
        messageKind: null,
      },
    ]
  }
  if (to !== 'RETURNED') return []
  const words = wordsOf('reviseTask')
  return [
    {
      ...base,
      kind: 'TASK_ASSIGNED',
      severity: 'WARNING',
      staff: [],
      words,
      client: words,
      messageKind: 'TASK_ASSIGNED',
    },
  ]
}

type PaymentKey = 'paymentDue' | 'paymentOverdue' | 'paymentReceived' | 'paymentFailed' | 'paymentRefunded'

const paymentWords: Readonly<
  Record<string, { kind: string; severity: NewNotification['severity']; key: PaymentKey }>
> = {
  DUE: { kind: 'PAYMENT_DUE', severity: 'INFO', key: 'paymentDue' },
  OVERDUE: { kind: 'PAYMENT_DUE', severity: 'WARNING', key: 'paymentOverdue' },
  PAID: { kind: 'PAYMENT_RECEIVED', severity: 'SUCCESS', key: 'paymentReceived' },
  FAILED: { kind: 'PAYMENT_DUE', severity: 'WARNING', key: 'paymentFailed' },
  REFUNDED: { kind: 'PAYMENT_RECEIVED', severity: 'INFO', key: 'paymentRefunded' },
}

/** The notifications of a payment that has entered this status. */
export function paymentNotifications(about: NotificationSubject, to: string): NewNotification[] {
  const said = paymentWords[to]
  const { values, collection, pid, permit } = about
  if (said === undefined || values['kind'] === 'REFUND') return []
  const { kind, severity, key } = said
  const words: TextInLanguage = (language) => ({
    title: notificationTexts(language)(key, { number: textOf(values['refNo']) }),
    message: [labelIn(language, humanize(values['feeCode'])), ofPermit(about)].filter(Boolean).join(', '),
  })
  return [
    {
      kind,
      severity,
      collection,
      pid,
      org: orgOf(about),
      staff: [permit?.assignedTo],
      words,
      client: words,
      messageKind: kind,
    },
  ]
}

const ofStep: Readonly<
  Partial<
    Record<CollectionName, (about: NotificationSubject, to: string, map: StatusMap) => NewNotification[]>
  >
> = {
  permits: permitNotifications,
  processed: permitNotifications,
  tasks: taskNotifications,
  ctasks: taskNotifications,
  payments: paymentNotifications,
}

/** The notifications of a transition to this status. */
export function notificationsOfTransition(
  about: NotificationSubject,
  to: string,
  map: StatusMap,
): NewNotification[] {
  return ofStep[about.collection]?.(about, to, map) ?? []
}
