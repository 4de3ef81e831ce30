import { addDays } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { enteredMs } from './make-permits.ts'
import type { SamplePeople, PermitRow } from './make-permits.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { dayMs, numberRecords, stamp, toDay, toInstant } from './stamp.ts'

interface TaskIdea {
  title: string
  taskType: string
  status: string
  /** When it was created. `doneMs` is when it was finished, or null. */
  madeMs: number
  doneMs: number | null
  description: string
  requiredDocument?: string
  blocks?: boolean
}

interface Scene {
  people: SamplePeople
  random: SeedRandom
  now: Date
  today: LocalDate
}

function toTask(permit: PermitRow, idea: TaskIdea, audience: 'INTERNAL' | 'CLIENT', scene: Scene) {
  const { people, random, now, today } = scene
  const clients = people.clientsOf.get(permit.org) ?? []
  const isClient = audience === 'CLIENT'
  const maker = permit.assignedTo ?? random.pick(people.team).pid
  const assignee = isClient
    ? (clients[0]?.pid ?? null)
    : random.chance(0.85)
      ? maker
      : random.pick(people.team).pid
  const done = idea.status === 'DONE'
  const open = !done && idea.status !== 'CANCELLED'
  const begun = open ? idea.status !== 'OPEN' : done
  const startedMs = begun ? idea.madeMs + ((idea.doneMs ?? now.getTime()) - idea.madeMs) * 0.3 : null
  return {
    ...stamp(random, idea.madeMs, maker, idea.doneMs ?? startedMs ?? idea.madeMs),
    title: idea.title,
    status: idea.status,
    priority: random.chance(0.7) ? permit.priority : 'NORMAL',
    dueDate: open
      ? addDays(today, random.int(-6, 21))
      : addDays(toDay(idea.doneMs ?? idea.madeMs), random.int(-3, 6)),
    assignedTo: assignee,
    assignedOrg: isClient ? permit.org : null,
    permit: permit.pid,
    relatedType: null,
    relatedPid: null,
    taskType: idea.taskType,
    requiredDocument: idea.requiredDocument ?? null,
    description: idea.description,
    result:
      done && !isClient && random.chance(0.4) ? 'Done as agreed; papers are in the permit’s folder.' : null,
    assignedBy: maker,
    followUpAt:
      open && idea.taskType === 'FOLLOW_UP_AUTHORITY'
        ? toInstant(Date.parse(`${addDays(today, random.int(1, 9))}T15:00:00Z`))
        : null,
    startedAt: startedMs === null ? null : toInstant(startedMs),
    completedAt: done ? toInstant(idea.doneMs ?? idea.madeMs) : null,
    completedBy: done ? maker : null,
    blocksTransition: open && idea.blocks === true,
    escalation: open && random.chance(0.05) ? random.pick(['SUPERVISOR', 'DIRECTOR']) : 'NONE',
    audience,
    org: permit.org,
  }
}
type Unnumbered = ReturnType<typeof toTask>
export type TaskRow = Unnumbered & { refNo: string }

/** Staff work on a permit in each open status: title, kind, explanation. */
const workIn: Readonly<Record<string, readonly [string, string, string, string?]>> = {
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

/** Open and finished tasks of staff. */
function internalTasks(permit: PermitRow, scene: Scene): Unnumbered[] {
  const { random, now } = scene
  const tasks: Unnumbered[] = []
  const add = (idea: TaskIdea) => tasks.push(toTask(permit, idea, 'INTERNAL', scene))
  const about = permit.title
  const sinceMs = permit.timeline.steps.at(-1)?.atMs ?? now.getTime()
  const work = workIn[permit.status]
  if (work) {
    const [verb, taskType, description, status = 'OPEN'] = work
    add({
      title: `${verb} ${about}`,
      taskType,
      status,
      madeMs: sinceMs,
      doneMs: null,
      description,
      blocks: permit.status === 'IN_PREPARATION',
    })
  }
  const preparedMs = enteredMs(permit, 'IN_PREPARATION')
  const submittedMs = enteredMs(permit, 'SUBMITTED')
  const wasBusy = permit.bucket === 'processing' || random.chance(0.22)
  if (submittedMs !== undefined && preparedMs !== undefined && wasBusy) {
    add({
      title: `Prepare application: ${about}`,
      taskType: 'PREPARE_FORM',
      status: 'DONE',
      madeMs: preparedMs,
      doneMs: submittedMs,
      description: 'Complete the forms and assemble the package.',
    })
  }
  if (submittedMs !== undefined && wasBusy && random.chance(0.4)) {
    add({
      title: `Submit: ${about}`,
      taskType: 'SUBMIT',
      status: 'DONE',
      madeMs: submittedMs - dayMs / 4,
      doneMs: submittedMs,
      description: 'Submit the package to the agency.',
    })
  }
  if (permit.status === 'ISSUED' && random.chance(0.2)) {
    add({
      title: `Expiration reminder: ${about}`,
      taskType: 'BRING_FORWARD',
      status: 'OPEN',
      madeMs: sinceMs,
      doneMs: null,
      description: 'The permit expires unless an inspection is passed.',
    })
  }
  if ((permit.status === 'WITHDRAWN' || permit.status === 'CANCELLED') && random.chance(0.6)) {
    add({
      title: `Close review: ${about}`,
      taskType: 'FOLLOW_UP_AUTHORITY',
      status: 'CANCELLED',
      madeMs: submittedMs ?? sinceMs,
      doneMs: sinceMs,
      description: 'No longer needed.',
    })
  }
  return tasks
}

const asked = [
  ['Upload site plan –', 'SITE_PLAN'],
  ['Upload contractor license –', 'CONTRACTOR_LICENCE'],
  ['Upload insurance certificate –', 'INSURANCE_CERTIFICATE'],
  ['Upload owner authorization –', 'OWNER_AUTHORIZATION'],
  ['Upload photos –', 'PHOTO'],
] as const

/** Tasks of the client. While the court is the client's, at least one is open. */
function clientTasks(permit: PermitRow, scene: Scene): Unnumbered[] {
  const { random } = scene
  const tasks: Unnumbered[] = []
  const add = (idea: TaskIdea) => tasks.push(toTask(permit, idea, 'CLIENT', scene))
  const about = permit.title
  const steps = permit.timeline.steps
  const last = steps.at(-1)
  const request = (status: string, madeMs: number, doneMs: number | null, blocks: boolean) => {
    const [verb, requiredDocument] = random.pick(asked)
    add({
      title: `${verb} ${about}`,
      taskType: 'UPLOAD_DOCUMENT',
      status,
      madeMs,
      doneMs,
      description: 'We need it to complete your application.',
      requiredDocument,
      blocks,
    })
  }
  for (const [place, step] of steps.entries()) {
    const next = steps[place + 1]
    if (step.status === 'WAITING_CLIENT' && next && random.chance(permit.bucket === 'processing' ? 1 : 0.5))
      request('DONE', step.atMs, next.atMs, false)
  }
  if (!last) return tasks
  if (permit.status === 'WAITING_CLIENT') {
    request(random.pick(['OPEN', 'IN_PROGRESS', 'RETURNED']), last.atMs, null, true)
    if (random.chance(0.5))
      add({
        title: `Answer a question about ${about}`,
        taskType: 'ANSWER_QUESTION',
        status: random.pick(['OPEN', 'SUBMITTED']),
        madeMs: last.atMs,
        doneMs: null,
        description: 'Who will be on site, and when may the inspector come?',
      })
  }
  if (permit.status === 'CORRECTIONS_REQUIRED' && permit.court === 'CLIENT')
    request(random.pick(['OPEN', 'IN_PROGRESS']), last.atMs, null, true)
  if (permit.status === 'PAYMENT_DUE')
    add({
      title: `Pay permit fee – ${about}`,
      taskType: 'PAY',
      status: 'OPEN',
      madeMs: last.atMs,
      doneMs: null,
      description: 'The permit can be issued once the fee has arrived.',
    })
  if (permit.status === 'ON_HOLD' && permit.court === 'CLIENT') request('OPEN', last.atMs, null, false)
  const readyMs = enteredMs(permit, 'READY_TO_SUBMIT')
  const preparedMs = enteredMs(permit, 'IN_PREPARATION')
  if (
    readyMs !== undefined &&
    preparedMs !== undefined &&
    random.chance(permit.bucket === 'processing' ? 0.6 : 0.06)
  ) {
    add({
      title: `Approve application – ${about}`,
      taskType: 'APPROVE_DRAFT',
      status: 'DONE',
      madeMs: preparedMs,
      doneMs: readyMs,
      description: 'Please look through the forms before we send them.',
    })
  }
  return tasks
}

/** Tasks of staff and clients for the permits, in one table, numbered in order of creation. */
export function makeTasks(permits: readonly PermitRow[], scene: Scene): TaskRow[] {
  const sent = permits.filter(({ status }) => status !== 'DRAFT')
  return numberRecords(
    'TK',
    sent.flatMap((permit) => [...internalTasks(permit, scene), ...clientTasks(permit, scene)]),
  )
}
