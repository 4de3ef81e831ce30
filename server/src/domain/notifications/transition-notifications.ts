import { paymentStatus, permitStatus, statusIn, taskStatus } from '@portal/contract'
import type { CollectionName, PermitLibrary, RecordOf, StatusMap, TableName, tables } from '@portal/contract'
import { feeName } from '#platform/configuration/permit-library/fee-name.ts'
import { labelIn } from '#platform/language/label-in.ts'
import type { NewNotification, TextInLanguage } from './notify.ts'
import { notificationTexts } from './texts.ts'

export interface SubjectOf<Table extends TableName> {
  table: Table
  collection: CollectionName
  pid: string
  values: RecordOf<(typeof tables)[Table]> & { createdBy: string | null }
  /** Its permit: number, title and responsible staff member. */
  permit: { refNo: string; title: string; assignedTo: string | null } | null
}

/**
 * The record of a notification, as it is when the notification is sent. Without a table, it is the union of
 * all tables, told apart by `table`.
 */
export type NotificationSubject<Table extends TableName = TableName> = {
  [Each in Table]: SubjectOf<Each>
}[Table]

/** The client organization of a record. */
export const orgOf = ({ values }: NotificationSubject): string | null => ('org' in values ? values.org : null)

/** The number of a record, '' if it has none. */
export const numberOf = ({ values }: NotificationSubject): string =>
  'refNo' in values ? (values.refNo ?? '') : ''
/** The title of a record, '' if it has none. */
export const titleOf = ({ values }: NotificationSubject): string =>
  'title' in values ? (values.title ?? '') : ''

/** Staff responsible for a record: its owner, its collaborators, and the owner of its permit. */
export function responsibleStaff({ values, permit }: NotificationSubject): (string | null | undefined)[] {
  const owner = 'assignedTo' in values ? [values.assignedTo] : []
  const manager = 'accountManager' in values ? [values.accountManager] : []
  const further = 'collaborators' in values ? (values.collaborators ?? []) : []
  return [...owner, ...manager, ...further, permit?.assignedTo]
}

const warned: readonly string[] = [
  permitStatus.CORRECTIONS_REQUIRED,
  permitStatus.ON_HOLD,
  permitStatus.DENIED,
  permitStatus.EXPIRED,
  permitStatus.REVOKED,
  permitStatus.VOIDED,
  permitStatus.REJECTED_INTAKE,
]
const welcome: readonly string[] = [permitStatus.APPROVED, permitStatus.ISSUED]
const kindOfStatus: Readonly<Record<string, string>> = {
  [permitStatus.CORRECTIONS_REQUIRED]: 'CORRECTIONS',
  [permitStatus.PAYMENT_DUE]: 'PAYMENT_DUE',
}

function permitNotifications(
  about: NotificationSubject<'permits'>,
  to: string,
  map: StatusMap,
): NewNotification[] {
  const { pid, collection } = about
  const { label, labelEs, clientLabel, clientLabelEs, notify } = statusIn(map, to)
  const number = numberOf(about)
  const message = titleOf(about)
  const wordsOf =
    (status: string, statusEs: string | undefined): TextInLanguage =>
    (language) => ({ title: `${number}: ${labelIn(language, status, statusEs).toLowerCase()}`, message })
  const kind = kindOfStatus[to] ?? 'PERMIT_STATUS'
  return [
    {
      kind: to === permitStatus.ON_HOLD ? 'HOLD_PLACED' : kind,
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
    title: notificationTexts(language)('toDo', { title: titleOf(about) }),
    message: ofPermit(about),
  })

/** A task that is assigned, or assigned again. */
export function assignmentNotification(about: NotificationSubject<'tasks'>): NewNotification {
  const { values, collection, pid } = about
  const isForClient = values.audience === 'CLIENT'
  const isDocument = values.taskType === 'UPLOAD_DOCUMENT'
  const kind = isForClient && isDocument ? 'DOCUMENT_REQUESTED' : 'TASK_ASSIGNED'
  const words = toDo(about)
  return {
    kind,
    severity: 'INFO',
    collection,
    pid,
    org: orgOf(about),
    // A delegate who was assigned for somebody reads for whom.
    staff: isForClient ? [] : [values.assignedFor ?? values.assignedTo],
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
  people: readonly string[],
): NewNotification {
  const { collection, pid } = about
  const key = as === 'collaborator' ? 'addedTo' : 'assignedOne'
  const given: TextInLanguage = (language) => ({
    title: notificationTexts(language)(key, { what: numberOf(about) }),
    message: ofPermit(about) || titleOf(about),
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
      const message = say('andMore', { number: numberOf(about), count: records - 1 })
      return { title: say(as === 'collaborator' ? 'addedTo' : 'assignedMany', { what }), message }
    },
    ...(path !== undefined && { link: `${path}?${query.toString()}` }),
  }
}

function taskNotifications(about: NotificationSubject<'tasks'>, to: string): NewNotification[] {
  const { values, collection, pid, permit } = about
  if (values.audience !== 'CLIENT') return []
  const base = { collection, pid, org: orgOf(about), severity: 'INFO' as const }
  const wordsOf =
    (key: 'clientDid' | 'reviseTask'): TextInLanguage =>
    (language) => ({
      title: notificationTexts(language)(key, { title: titleOf(about) }),
      message: ofPermit(about),
    })
  if (to === taskStatus.SUBMITTED) {
    const staff = [values.assignedTo, values.assignedBy, values.createdBy, permit?.assignedTo]
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
  if (to !== taskStatus.RETURNED) return []
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
  [paymentStatus.DUE]: { kind: 'PAYMENT_DUE', severity: 'INFO', key: 'paymentDue' },
  [paymentStatus.OVERDUE]: { kind: 'PAYMENT_DUE', severity: 'WARNING', key: 'paymentOverdue' },
  [paymentStatus.PAID]: { kind: 'PAYMENT_RECEIVED', severity: 'SUCCESS', key: 'paymentReceived' },
  [paymentStatus.FAILED]: { kind: 'PAYMENT_DUE', severity: 'WARNING', key: 'paymentFailed' },
  [paymentStatus.REFUNDED]: { kind: 'PAYMENT_RECEIVED', severity: 'INFO', key: 'paymentRefunded' },
}

/** The notifications of a payment that has entered this status. */
export function paymentNotifications(
  about: NotificationSubject<'payments'>,
  to: string,
  library: PermitLibrary,
): NewNotification[] {
  const said = paymentWords[to]
  const { values, collection, pid, permit } = about
  if (said === undefined || values.kind === 'REFUND') return []
  const { kind, severity, key } = said
  const words: TextInLanguage = (language) => ({
    title: notificationTexts(language)(key, { number: numberOf(about) }),
    message: [values.feeCode && feeName(library, values.feeCode, language), ofPermit(about)]
      .filter(Boolean)
      .join(', '),
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

/** The notifications of a transition to this status. */
export function notificationsOfTransition(
  about: NotificationSubject,
  to: string,
  map: StatusMap,
  library: PermitLibrary,
): NewNotification[] {
  if (about.table === 'permits') return permitNotifications(about, to, map)
  if (about.table === 'tasks') return taskNotifications(about, to)
  return about.table === 'payments' ? paymentNotifications(about, to, library) : []
}
