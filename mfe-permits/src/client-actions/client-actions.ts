import type { AnyRecord, Correction, LocalDate } from '@portal/contract'
import { isReference } from '@portal/shared-ui'
import type { LibraryLabels } from '@portal/shared-ui'

/** A permit and its unanswered comments for the client. */
export interface AskedComments {
  permit: AnyRecord
  comments: readonly Pick<Correction, 'dueDate'>[]
}

/** The records that an organization's next actions are derived from. */
export interface OpenWork {
  /** Client tasks that are not handed in. */
  tasks: readonly AnyRecord[]
  /** Packages that wait for the client's approval. */
  packages: readonly AnyRecord[]
  /** Requested, unpaid fees. */
  fees: readonly AnyRecord[]
  /** Comments of the authorities, by permit. */
  comments: readonly AskedComments[]
  /** The permits of these fees, with their balances. */
  permits: readonly AnyRecord[]
}

/** A next action of a client, and its address. */
export interface ClientAction {
  kind: 'pay' | 'approve' | 'answer' | 'upload' | 'task'
  /** For `pay`, in minor units. */
  amount: number
  /** The document of `upload`, or the title of `task`. */
  subject: string
  /** Title of its permit; empty when there is none. */
  permit: string
  due: LocalDate | null
  url: string
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const dayOf = (value: unknown): LocalDate | null => (typeof value === 'string' && value !== '' ? value : null)
const centsOf = (value: unknown) => (typeof value === 'number' ? value : 0)
const permitOf = ({ permit }: AnyRecord) => (isReference(permit) ? permit : null)
const byDue = (one: ClientAction, other: ClientAction) =>
  (one.due ?? '9999').localeCompare(other.due ?? '9999')

const urlOf = ({ pid, bucket }: AnyRecord, tab: string) =>
  `/permits/${bucket === 'processed' ? 'processed' : 'processing'}/${pid}?${new URLSearchParams({ tab }).toString()}`

/** The balance of each permit less pending payments; a fee without a permit is due in full. */
function paymentsDue({ fees, permits }: OpenWork): ClientAction[] {
  const known = new Map(permits.map((permit) => [permit.pid, permit]))
  return [...Map.groupBy(fees, (fee) => permitOf(fee)?.pid ?? fee.pid)].flatMap(([pid, ofPermit]) => {
    const due = ofPermit.filter(({ status }) => status !== 'PENDING')
    const sum = (some: readonly AnyRecord[]) => some.reduce((total, fee) => total + centsOf(fee['total']), 0)
    const permit = known.get(pid)
    const amount =
      permit === undefined
        ? sum(due)
        : Math.min(sum(due), centsOf(permit['balance']) - sum(ofPermit.filter((fee) => !due.includes(fee))))
    if (amount <= 0) return []
    const days = due.map(({ dueDate }) => dayOf(dueDate)).filter((day) => day !== null)
    const fee = due[0]?.pid ?? pid
    return {
      kind: 'pay' as const,
      amount,
      subject: '',
      permit: permit === undefined ? '' : text(permit['title']),
      due: days.toSorted()[0] ?? null,
      url: permit === undefined ? `/payments/${fee}?tab=Payment+data` : urlOf(permit, 'Payment data'),
    }
  })
}

function toTask(task: AnyRecord, labels: Pick<LibraryLabels, 'documentType'>): ClientAction {
  const code = text(task['requiredDocument'])
  const common = { amount: 0, permit: text(permitOf(task)?.title), due: dayOf(task['dueDate']) }
  return code === ''
    ? { ...common, kind: 'task', subject: text(task['title']), url: `/ctasks/${task.pid}` }
    : { ...common, kind: 'upload', subject: labels.documentType(code), url: `/ctasks/${task.pid}?tab=Files` }
}

function answersAsked(asked: readonly AskedComments[]): ClientAction[] {
  return asked
    .filter(({ comments }) => comments.length > 0)
    .map(({ permit, comments }) => ({
      kind: 'answer',
      amount: 0,
      subject: '',
      permit: text(permit['title']),
      due:
        comments
          .flatMap(({ dueDate }) => dueDate ?? [])
          .toSorted()
          .at(0) ?? null,
      url: urlOf(permit, 'Corrections'),
    }))
}

/**
 * The client's next actions, ordered by due date. A task to pay a fee is omitted, because the fee is listed.
 */
export function toClientActions(work: OpenWork, labels: Pick<LibraryLabels, 'documentType'>): ClientAction[] {
  const withFee = new Set(work.fees.map((fee) => permitOf(fee)?.pid))
  const tasks = work.tasks
    .filter((task) => task['taskType'] !== 'PAY' || !withFee.has(permitOf(task)?.pid))
    .map((task) => toTask(task, labels))
  const approvals = work.packages.map((pack) => ({
    kind: 'approve' as const,
    amount: 0,
    subject: '',
    permit: text(permitOf(pack)?.title),
    due: dayOf(pack['submitBy']),
    url: `/ready_to_submits/${pack.pid}?tab=Documents`,
  }))
  return [...paymentsDue(work), ...approvals, ...answersAsked(work.comments), ...tasks].toSorted(byDue)
}
