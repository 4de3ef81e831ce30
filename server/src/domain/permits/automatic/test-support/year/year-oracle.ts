import { dayBegins, instantOf, localDay, localText, plusDays } from './zone-days.ts'

/** What people did, in order; `afterStep` is the step whose time it was, -1 before the first. */
export type YearEvent = { afterStep: number } & (
  | {
      kind: 'task'
      pid: string
      assignee: string
      dueDate: string | null
      remindAt: string | null
      followUpAt: string | null
      escalates: boolean
      recurrence: string | null
    }
  | { kind: 'moved'; pid: string; remindAt: string }
  | { kind: 'done'; pid: string; next: string | null }
  | { kind: 'certificate'; org: string; field: string; on: string; isAccepted: boolean }
  | { kind: 'permit'; pid: string; org: string; on: string }
  | { kind: 'payment'; pid: string; on: string }
)
export interface YearPeople {
  office: string
  /** Time zones of those who get a digest, by person. */
  zones: ReadonlyMap<string, string>
  /** The people of each client. */
  clients: ReadonlyMap<string, readonly string[]>
}

interface Task {
  pid: string
  assignee: string
  createdAt: Date
  dueDate: string | null
  remindAt: string | null
  followUpAt: string | null
  escalates: boolean
  recurrence: string | null
  isOpen: boolean
}
/** Lines of what happens at which step, to be compared with what the database has. */
export interface YearOutcome {
  fired: string[]
  digests: string[]
  /** Dates of the tasks that recurring tasks made. */
  followers: string[]
}

const rungs = { certificate: [90, 60, 30, 9, 1, 0], expiry: [90, 60, 30], due: [1], overdue: [-1], fee: [3] }
const levels = [80, 100, 150]
const hourMs = 3_600_000

/**
 * What a year has to bring, from the rules of decisions 0111, 0112 and 0135, with its own calculation of
 * local time and none of the functions of the portal.
 */
export class YearOracle {
  readonly #people: YearPeople
  readonly #tasks = new Map<string, Task>()
  readonly #permits = new Map<string, { org: string; on: string; expiredAt: Date | null }>()
  readonly #payments = new Map<string, { on: string; isOverdue: boolean }>()
  /** Dates of certificates by `org field`. */
  readonly #certificates = new Map<string, string>()
  /** The date that an open certificate task asks for, by `org field`. */
  readonly #asked = new Map<string, string>()
  readonly #lapsed = new Set<string>()
  #reminders: { pid: string; rule: string; at: Date }[] = []
  readonly #escalated = new Map<string, number>()
  #waiting: { person: string; pid: string; at: Date }[] = []
  readonly #lastDigest = new Map<string, number>()
  #lastDay: string | null = null
  readonly #outcome: YearOutcome = { fired: [], digests: [], followers: [] }

  constructor(people: YearPeople) {
    this.#people = people
  }

  run(steps: readonly Date[], events: readonly YearEvent[]): YearOutcome {
    const eventsAt = Map.groupBy(events, ({ afterStep }) => afterStep)
    const [first = new Date(0)] = steps
    for (const event of eventsAt.get(-1) ?? []) this.#happen(event, first)
    for (const [index, now] of steps.entries()) {
      this.#step(now)
      for (const event of eventsAt.get(index) ?? []) this.#happen(event, now)
    }
    return this.#outcome
  }

  #fire(now: Date, what: string): void {
    this.#outcome.fired.push(`${now.toISOString()} ${what}`)
  }
  #alert(now: Date, people: readonly string[], pid: string): void {
    for (const person of people)
      if (this.#people.zones.has(person)) this.#waiting.push({ person, pid, at: now })
  }

  #happen(event: YearEvent, now: Date): void {
    switch (event.kind) {
      case 'task':
        return this.#addTask({ ...event, createdAt: now, isOpen: true }, now)
      case 'moved': {
        this.#reminders = this.#reminders.filter(
          ({ pid, rule }) => pid !== event.pid || rule !== 'task-reminder',
        )
        this.#remember(event.pid, 'task-reminder', event.remindAt, now)
        return undefined
      }
      case 'done':
        return this.#complete(event.pid, event.next, now)
      case 'certificate': {
        const key = `${event.org} ${event.field}`
        this.#certificates.set(key, event.on)
        if (event.isAccepted) this.#asked.delete(key)
        return undefined
      }
      case 'permit':
        this.#permits.set(event.pid, { org: event.org, on: event.on, expiredAt: null })
        return undefined
      case 'payment':
        this.#payments.set(event.pid, { on: event.on, isOverdue: false })
        return undefined
    }
  }

  #addTask(task: Task, now: Date): void {
    this.#tasks.set(task.pid, task)
    this.#remember(task.pid, 'task-reminder', task.remindAt, now)
    this.#remember(task.pid, 'task-follow-up', task.followUpAt, now)
  }
  #remember(pid: string, rule: string, at: string | null, now: Date): void {
    if (at === null || Date.parse(at) < now.getTime() - 24 * hourMs) return
    this.#reminders.push({ pid, rule, at: new Date(at) })
  }

  #complete(pid: string, next: string | null, now: Date): void {
    const task = this.#tasks.get(pid)
    if (task === undefined) return
    task.isOpen = false
    const { recurrence, dueDate } = task
    if (recurrence === null || dueDate === null) return
    const { frequency, interval, count } = partsOf(recurrence)
    if (count === 1) {
      if (next !== null) this.#outcome.followers.push(`${next} is one too many`)
      return
    }
    const due =
      frequency === 'MONTHLY'
        ? nextMonth(dueDate)
        : plusDays(dueDate, interval * (frequency === 'DAILY' ? 1 : 7))
    const zone = this.#people.zones.get(task.assignee) ?? this.#people.office
    const days = (Date.parse(due) - Date.parse(dueDate)) / 86_400_000
    const follower: Task = {
      ...task,
      pid: next ?? 'missing',
      createdAt: now,
      dueDate: due,
      remindAt: moved(zone, task.remindAt, days),
      recurrence: count === null ? recurrence : recurrence.replace(`COUNT=${count}`, `COUNT=${count - 1}`),
      isOpen: true,
    }
    this.#outcome.followers.push(
      `${follower.pid} after ${pid}: ${due} ${follower.remindAt ?? ''} ${follower.recurrence ?? ''}`,
    )
    this.#addTask(follower, now)
  }

  #step(now: Date): void {
    const day = localDay(this.#people.office, now)
    for (const [pid, permit] of this.#permits) {
      if (permit.expiredAt !== null || permit.on >= day) continue
      permit.expiredAt = now
      this.#fire(now, `expired ${pid}`)
    }
    for (const [pid, payment] of this.#payments) {
      if (payment.isOverdue || payment.on >= day) continue
      payment.isOverdue = true
      this.#fire(now, `overdue ${pid}`)
    }
    for (const [key, asked] of this.#asked) if (this.#certificates.get(key) !== asked) this.#asked.delete(key)
    if (this.#lastDay !== null && this.#lastDay < day) this.#climb(now, this.#lastDay, day)
    this.#lastDay = day
    for (const [key, on] of this.#certificates) {
      if (on >= day || this.#lapsed.has(`${key} ${on}`)) continue
      this.#lapsed.add(`${key} ${on}`)
      this.#ask(now, key, on)
    }
    this.#remind(now)
    this.#escalate(now)
    for (const [person, zone] of this.#people.zones) this.#digest(now, person, zone)
  }

  /** Every reminder whose day lies after the last day that was looked at, up to today. */
  #climb(now: Date, since: string, today: string): void {
    const isRung = (on: string, before: number) => {
      const rung = plusDays(on, -before)
      return rung > since && rung <= today
    }
    for (const [key, on] of this.#certificates)
      for (const before of rungs.certificate) {
        if (!isRung(on, before)) continue
        const [org = ''] = key.split(' ')
        this.#fire(now, `certificate ${org}`)
        this.#alert(now, this.#people.clients.get(org) ?? [], org)
        this.#ask(now, key, on)
      }
    for (const [pid, { org, on, expiredAt }] of this.#permits)
      for (const before of rungs.expiry)
        if (expiredAt === null && isRung(on, before)) {
          this.#fire(now, `expiry ${pid}`)
          this.#alert(now, this.#people.clients.get(org) ?? [], pid)
        }
    for (const { pid, dueDate, isOpen, assignee } of this.#tasks.values())
      for (const [rule, before] of [
        ['due', rungs.due],
        ['overdue', rungs.overdue],
      ] as const)
        if (isOpen && dueDate !== null && before.some((days) => isRung(dueDate, days))) {
          this.#fire(now, `task-${rule} ${pid}`)
          this.#alert(now, [assignee], pid)
        }
    for (const [pid, { on, isOverdue }] of this.#payments)
      if (!isOverdue && rungs.fee.some((days) => isRung(on, days))) this.#fire(now, `payment-due ${pid}`)
  }

  #ask(now: Date, key: string, on: string): void {
    if (this.#asked.has(key)) return
    this.#asked.set(key, on)
    this.#fire(now, `certificate-task ${key} ${on}`)
  }

  #remind(now: Date): void {
    for (const { pid, rule } of this.#reminders.filter(({ at }) => at <= now)) {
      const task = this.#tasks.get(pid)
      if (task?.isOpen !== true) continue
      this.#fire(now, `${rule} ${pid}`)
      this.#alert(now, [task.assignee], pid)
    }
    this.#reminders = this.#reminders.filter(({ at }) => at > now)
  }

  #escalate(now: Date): void {
    for (const { pid, createdAt, dueDate, escalates, isOpen, assignee } of this.#tasks.values()) {
      if (!escalates || !isOpen || dueDate === null) continue
      const start = createdAt.getTime()
      const end = Math.max(start, dayBegins(this.#people.office, plusDays(dueDate, 1)).getTime())
      const reached = levels.filter((level) => start + ((end - start) * level) / 100 <= now.getTime()).at(-1)
      if (reached === undefined || reached <= (this.#escalated.get(pid) ?? 0)) continue
      this.#escalated.set(pid, reached)
      this.#fire(now, `task-escalation-${reached} ${pid}`)
      if (reached === 80) this.#alert(now, [assignee], pid)
    }
  }

  #digest(now: Date, person: string, zone: string): void {
    const today = localDay(zone, now)
    const at = [today, plusDays(today, -1)]
      .map((day) => instantOf(zone, day, '07:00'))
      .find((each) => each !== null && each <= now)
    if (at === undefined || at === null || (this.#lastDigest.get(person) ?? 0) >= at.getTime()) return
    const isDue = (item: { person: string; at: Date }) => item.person === person && item.at < at
    const due = this.#waiting.filter(isDue)
    if (due.length === 0) return
    this.#lastDigest.set(person, at.getTime())
    this.#waiting = this.#waiting.filter((item) => !isDue(item))
    const kept = due.filter(({ pid, at: since }) => this.#holds(pid, since)).map(({ pid }) => pid)
    if (kept.length > 0)
      this.#outcome.digests.push(`${now.toISOString()} ${person} ${kept.toSorted(byText).join(',')}`)
  }

  #holds(pid: string, since: Date): boolean {
    const expiredAt = this.#permits.get(pid)?.expiredAt ?? null
    return this.#tasks.get(pid)?.isOpen !== false && (expiredAt === null || expiredAt <= since)
  }
}

export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function partsOf(rule: string): { frequency: string; interval: number; count: number | null } {
  const parts = new Map(
    rule
      .split(';')
      .map((part) => part.split('='))
      .map(([name = '', value = '']) => [name, value]),
  )
  const count = parts.get('COUNT')
  return {
    frequency: parts.get('FREQ') ?? '',
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: count === undefined ? null : Number(count),
  }
}

function nextMonth(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
}

/** The same time of day so many days later; an hour later where the clocks skip it. */
function moved(zone: string, at: string | null, days: number): string | null {
  if (at === null) return null
  const [day = '', time = ''] = localText(zone, new Date(at)).split('T')
  const on = plusDays(day, days)
  const later = `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`
  return (instantOf(zone, on, time) ?? instantOf(zone, on, later))?.toISOString() ?? null
}
