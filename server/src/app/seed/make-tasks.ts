import { addDays } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { enteredMs } from './make-permits.ts'
import type { SamplePeople, PermitRow } from './make-permits.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { dayMs, numberRecords, stamp, toDay, toInstant } from './stamp.ts'

interface TaskPlan {
  title: string
  taskType: string
  status: string
  /** Milliseconds since 1970. */
  createdMs: number
  /** When it was done or canceled; null while it is open. */
  endedMs: number | null
  description: string
  requiredDocument?: string
  blocks?: boolean
}

interface SeedContext {
  people: SamplePeople
  random: SeedRandom
  now: Date
  today: LocalDate
}

function toTask(permit: PermitRow, plan: TaskPlan, audience: 'INTERNAL' | 'CLIENT', context: SeedContext) {
  const { people, random, now, today } = context
  const clients = people.clientsOf.get(permit.org) ?? []
  const isClient = audience === 'CLIENT'
  const creator = permit.assignedTo ?? random.pick(people.team).pid
  const assignee = isClient
    ? (clients[0]?.pid ?? null)
    : random.chance(0.85)
      ? creator
      : random.pick(people.team).pid
  const done = plan.status === 'DONE'
  const open = !done && plan.status !== 'CANCELLED'
  const hasStarted = open ? plan.status !== 'OPEN' : done
  const startedMs = hasStarted
    ? plan.createdMs + ((plan.endedMs ?? now.getTime()) - plan.createdMs) * 0.3
    : null
  return {
    ...stamp(random, plan.createdMs, creator, plan.endedMs ?? startedMs ?? plan.createdMs),
    title: plan.title,
    status: plan.status,
    priority: random.chance(0.7) ? permit.priority : 'NORMAL',
    dueDate: open
      ? addDays(today, random.int(-6, 21))
      : addDays(toDay(plan.endedMs ?? plan.createdMs), random.int(-3, 6)),
    assignedTo: assignee,
    assignedOrg: isClient ? permit.org : null,
    permit: permit.pid,
    relatedType: null,
    relatedPid: null,
    taskType: plan.taskType,
    requiredDocument: plan.requiredDocument ?? null,
    description: plan.description,
    result:
      done && !isClient && random.chance(0.4)
        ? 'Done as agreed; the documents are in the permit’s folder.'
        : null,
    assignedBy: creator,
    followUpAt:
      open && plan.taskType === 'FOLLOW_UP_AUTHORITY'
        ? toInstant(Date.parse(`${addDays(today, random.int(1, 9))}T15:00:00Z`))
        : null,
    startedAt: startedMs === null ? null : toInstant(startedMs),
    completedAt: done ? toInstant(plan.endedMs ?? plan.createdMs) : null,
    completedBy: done ? creator : null,
    blocksTransition: open && plan.blocks === true,
    escalation: open && random.chance(0.05) ? random.pick(['SUPERVISOR', 'DIRECTOR']) : 'NONE',
    audience,
    org: permit.org,
  }
}
type Unnumbered = ReturnType<typeof toTask>
export type TaskRow = Unnumbered & { refNo: string }

/**
 * What staff do about a permit in each open status: start of the title, task type, description, and the status
 * of the task (OPEN if none is given).
 */
const taskByStatus: Readonly<Record<string, readonly [string, string, string, string?]>> = {
  NEW: ['Intake:', 'REVIEW_DOCS', 'Review the documents and open the file.'],
  INTAKE_REVIEW: [
    'Review documents:',
    'REVIEW_DOCS',
    'Check that all documents the agency requires are included.',
    'IN_PROGRESS',
  ],
  WAITING_CLIENT: [
    'Follow up with client:',
    'BRING_FORWARD',
    'Remind the client if nothing is received by the due date.',
    'WAITING',
  ],
  IN_PREPARATION: [
    'Prepare application:',
    'PREPARE_FORM',
    'Complete the forms and assemble the package.',
    'IN_PROGRESS',
  ],
  READY_TO_SUBMIT: ['Submit:', 'SUBMIT', 'Submit the package to the agency and save the confirmation.'],
  SUBMITTED: ['Contact agency:', 'FOLLOW_UP_AUTHORITY', 'Has a reviewer been assigned?'],
  UNDER_REVIEW: [
    'Follow up on review:',
    'FOLLOW_UP_AUTHORITY',
    'Ask the reviewer for the status.',
    'WAITING',
  ],
  CORRECTIONS_REQUIRED: [
    'Respond to corrections:',
    'RESPOND_CORRECTIONS',
    'Go through the reviewer’s comments and collect what is missing.',
    'IN_PROGRESS',
  ],
  APPROVED: ['Collect permit fee:', 'COLLECT_FEE', 'The permit can be issued once the balance is $0.00.'],
  PAYMENT_DUE: ['Fee reminder:', 'COLLECT_FEE', 'Remind the client that the fee is due.', 'WAITING'],
  ON_HOLD: ['Check hold:', 'BRING_FORWARD', 'Does the hold reason still apply?', 'BLOCKED'],
}

/** Tasks of staff: open, done and canceled. */
function internalTasks(permit: PermitRow, context: SeedContext): Unnumbered[] {
  const { random, now } = context
  const tasks: Unnumbered[] = []
  const add = (plan: TaskPlan) => tasks.push(toTask(permit, plan, 'INTERNAL', context))
  const title = permit.title
  const statusSinceMs = permit.timeline.steps.at(-1)?.atMs ?? now.getTime()
  const plan = taskByStatus[permit.status]
  if (plan) {
    const [titleStart, taskType, description, status = 'OPEN'] = plan
    add({
      title: `${titleStart} ${title}`,
      taskType,
      status,
      createdMs: statusSinceMs,
      endedMs: null,
      description,
      blocks: permit.status === 'IN_PREPARATION',
    })
  }
  const preparedMs = enteredMs(permit, 'IN_PREPARATION')
  const submittedMs = enteredMs(permit, 'SUBMITTED')
  const hasFinishedTasks = permit.bucket === 'processing' || random.chance(0.22)
  if (submittedMs !== undefined && preparedMs !== undefined && hasFinishedTasks) {
    add({
      title: `Prepare application: ${title}`,
      taskType: 'PREPARE_FORM',
      status: 'DONE',
      createdMs: preparedMs,
      endedMs: submittedMs,
      description: 'Complete the forms and assemble the package.',
    })
  }
  if (submittedMs !== undefined && hasFinishedTasks && random.chance(0.4)) {
    add({
      title: `Submit: ${title}`,
      taskType: 'SUBMIT',
      status: 'DONE',
      createdMs: submittedMs - dayMs / 4,
      endedMs: submittedMs,
      description: 'Submit the package to the agency.',
    })
  }
  if (permit.status === 'ISSUED' && random.chance(0.2)) {
    add({
      title: `Expiration reminder: ${title}`,
      taskType: 'BRING_FORWARD',
      status: 'OPEN',
      createdMs: statusSinceMs,
      endedMs: null,
      description: 'The permit expires unless it passes an inspection.',
    })
  }
  if ((permit.status === 'WITHDRAWN' || permit.status === 'CANCELLED') && random.chance(0.6)) {
    add({
      title: `Close review: ${title}`,
      taskType: 'FOLLOW_UP_AUTHORITY',
      status: 'CANCELLED',
      createdMs: submittedMs ?? statusSinceMs,
      endedMs: statusSinceMs,
      description: 'No longer needed.',
    })
  }
  return tasks
}

const requestedDocuments = [
  ['Upload site plan:', 'SITE_PLAN'],
  ['Upload contractor license:', 'CONTRACTOR_LICENCE'],
  ['Upload insurance certificate:', 'INSURANCE_CERTIFICATE'],
  ['Upload owner authorization:', 'OWNER_AUTHORIZATION'],
  ['Upload photos:', 'PHOTO'],
] as const

/** Tasks of the client. While the client has to act next (court CLIENT), at least one is open. */
function clientTasks(permit: PermitRow, context: SeedContext): Unnumbered[] {
  const { random } = context
  const tasks: Unnumbered[] = []
  const add = (plan: TaskPlan) => tasks.push(toTask(permit, plan, 'CLIENT', context))
  const title = permit.title
  const steps = permit.timeline.steps
  const last = steps.at(-1)
  const addUpload = (status: string, createdMs: number, endedMs: number | null, blocks: boolean) => {
    const [titleStart, requiredDocument] = random.pick(requestedDocuments)
    add({
      title: `${titleStart} ${title}`,
      taskType: 'UPLOAD_DOCUMENT',
      status,
      createdMs,
      endedMs,
      description: 'We need it to complete your application.',
      requiredDocument,
      blocks,
    })
  }
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    if (step.status === 'WAITING_CLIENT' && next && random.chance(permit.bucket === 'processing' ? 1 : 0.5))
      addUpload('DONE', step.atMs, next.atMs, false)
  }
  if (!last) return tasks
  if (permit.status === 'WAITING_CLIENT') {
    addUpload(random.pick(['OPEN', 'IN_PROGRESS', 'RETURNED']), last.atMs, null, true)
    if (random.chance(0.5))
      add({
        title: `Answer a question about ${title}`,
        taskType: 'ANSWER_QUESTION',
        status: random.pick(['OPEN', 'SUBMITTED']),
        createdMs: last.atMs,
        endedMs: null,
        description: 'Who will be on site, and when can the inspector come?',
      })
  }
  if (permit.status === 'CORRECTIONS_REQUIRED' && permit.court === 'CLIENT')
    addUpload(random.pick(['OPEN', 'IN_PROGRESS']), last.atMs, null, true)
  if (permit.status === 'PAYMENT_DUE')
    add({
      title: `Pay permit fee: ${title}`,
      taskType: 'PAY',
      status: 'OPEN',
      createdMs: last.atMs,
      endedMs: null,
      description: 'The permit can be issued once the fee is paid.',
    })
  if (permit.status === 'ON_HOLD' && permit.court === 'CLIENT') addUpload('OPEN', last.atMs, null, false)
  const readyMs = enteredMs(permit, 'READY_TO_SUBMIT')
  const preparedMs = enteredMs(permit, 'IN_PREPARATION')
  if (
    readyMs !== undefined &&
    preparedMs !== undefined &&
    random.chance(permit.bucket === 'processing' ? 0.6 : 0.06)
  ) {
    add({
      title: `Approve application: ${title}`,
      taskType: 'APPROVE_DRAFT',
      status: 'DONE',
      createdMs: preparedMs,
      endedMs: readyMs,
      description: 'Please review the forms before we submit them.',
    })
  }
  return tasks
}

/** Tasks of staff and clients for the permits, in one table, numbered in order of creation. */
export function makeTasks(permits: readonly PermitRow[], context: SeedContext): TaskRow[] {
  const notDrafts = permits.filter(({ status }) => status !== 'DRAFT')
  return numberRecords(
    'TK',
    notDrafts.flatMap((permit) => [...internalTasks(permit, context), ...clientTasks(permit, context)]),
  )
}
