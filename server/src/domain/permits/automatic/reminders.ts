import { z } from 'zod'
import { addDays, formatDay, expiryReminderDays, renewalReminderDays } from '@portal/contract'
import { notify, claimKey } from '../../notifications/notify.ts'
import type { NewNotification, TextInLanguage } from '../../notifications/notify.ts'
import { notificationTexts } from '../../notifications/texts.ts'
import { loadSubject } from '../../notifications/notify-transitions.ts'
import { numberOf, orgOf, responsibleStaff, titleOf } from '../../notifications/transition-notifications.ts'
import type { NotificationSubject } from '../../notifications/transition-notifications.ts'
import { listAdministrators } from '../../notifications/active-staff.ts'
import { certificateReminders } from '../../organizations/certificate-reminders.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { asPortal, officeDay } from './due-transitions.ts'
import type { AutomaticStepDeps } from './due-transitions.ts'
import { prepareRenewal } from './prepare-renewals.ts'
import type { Reminder, ReminderMessage } from './reminder.ts'

const open = `t.status not in ('DONE', 'CANCELLED', 'SUBMITTED')`
const named = (about: NotificationSubject) => [titleOf(about), about.permit?.refNo].filter(Boolean).join(', ')

const reminders: readonly Reminder[] = [
  ...certificateReminders,
  {
    rule: 'expiry',
    table: 'permits',
    column: 'expiry_date',
    where: `t.status = 'ISSUED'`,
    days: expiryReminderDays,
    kind: 'EXPIRY_REMINDER',
    async before(context, { pid }, daysBefore) {
      if (daysBefore === renewalReminderDays) await prepareRenewal(context, pid)
    },
    title: (about, count, language) =>
      notificationTexts(language)('expires', {
        number: numberOf(about),
        count,
        day: formatDay(about.table === 'permits' ? (about.values.expiryDate ?? '') : '', language),
      }),
  },
  {
    rule: 'task-due',
    table: 'tasks',
    column: 'due_date',
    where: open,
    days: [1],
    kind: 'TASK_DUE',
    title: (about, _days, language) => notificationTexts(language)('dueTomorrow', { what: named(about) }),
  },
  {
    rule: 'task-overdue',
    table: 'tasks',
    column: 'due_date',
    where: open,
    days: [-1],
    kind: 'TASK_DUE',
    title: (about, _days, language) => notificationTexts(language)('overdue', { what: named(about) }),
  },
  {
    rule: 'payment-due',
    table: 'payments',
    column: 'due_date',
    where: `t.status = 'DUE' and t.kind <> 'REFUND'`,
    days: [3],
    kind: 'PAYMENT_DUE',
    title: (about, _days, language) =>
      notificationTexts(language)('paymentDueSoon', {
        what: [numberOf(about), about.permit?.refNo].filter(Boolean).join(', '),
      }),
  },
]
const batch = 200

const clientOf = (about: NotificationSubject) => (about.table === 'orgs' ? about.pid : orgOf(about))

/** Only administrators read organizations: the account manager if they are one, else all of them. */
async function readersOf(context: WriteContext, about: NotificationSubject): Promise<string[]> {
  const everyone = await listAdministrators(context)
  const managers = everyone.filter((person) => responsibleStaff(about).includes(person))
  return managers.length > 0 ? managers : everyone
}

async function notificationOf(
  context: WriteContext,
  { kind, title, message, tab, warnsFrom = -1 }: Reminder,
  about: NotificationSubject,
  daysBefore: number,
): Promise<NewNotification> {
  const { collection, pid, permit } = about
  const ofRecord = () => titleOf(about) || (permit?.title ?? '')
  const messages = (await message?.(context, about)) ?? { staff: ofRecord, client: ofRecord }
  const words =
    (side: keyof ReminderMessage): TextInLanguage =>
    (language) => ({ title: title(about, daysBefore, language), message: messages[side](language) })
  const isInternal = about.table === 'tasks' && about.values.audience === 'INTERNAL'
  return {
    kind,
    severity: daysBefore <= warnsFrom ? 'WARNING' : 'INFO',
    collection,
    pid,
    org: clientOf(about),
    staff: about.table === 'orgs' ? await readersOf(context, about) : responsibleStaff(about),
    words: words('staff'),
    client: isInternal ? null : words('client'),
    messageKind: isInternal ? null : kind,
    ...(tab !== undefined && { tab }),
  }
}

const Near = z.object({ pid: z.string(), on: z.string() })
type Near = z.infer<typeof Near>

/** Records whose reminder day is after `since` and not after today, in pages. */
function nearSql({ table, column, where }: Reminder): string {
  return `select t.pid, t.${column}::text as on from ${table} t where t.deleted_at is null and ${where}
    and t.${column} > $1::date and t.${column} <= $2::date and t.pid > $3 order by t.pid limit ${batch}`
}

async function remind(
  deps: AutomaticStepDeps,
  reminder: Reminder,
  daysBefore: number,
  { pid, on }: Near,
): Promise<boolean> {
  return asPortal(deps, reminder.table, async (context) => {
    const about = await loadSubject(context, reminder.table, pid)
    if (about === undefined) return false
    if (!(await claimKey(context, `${reminder.rule} ${pid} ${on} ${daysBefore}`))) return false
    await reminder.before?.(context, about, daysBefore)
    await notify(context, await notificationOf(context, reminder, about, daysBefore))
    return true
  })
}

async function remindOf(
  deps: AutomaticStepDeps,
  reminder: Reminder,
  since: string,
  today: string,
): Promise<number> {
  let told = 0
  for (const days of reminder.days) {
    let last = ''
    for (let isMore = true; isMore;) {
      const near = await deps.database.slowQuery(
        nearSql(reminder),
        [addDays(since, days), addDays(today, days), last],
        Near,
      )
      for (const each of near) if (await remind(deps, reminder, days, each)) told += 1
      last = near.at(-1)?.pid ?? last
      isMore = near.length === batch
    }
  }
  return told
}

/**
 * Sends every reminder that became due since the last run, however long ago that was; a new portal starts
 * with its first day. Each reminder is sent once per record and day: its key makes that safe when a server is
 * killed or two servers run at the same time. Returns the number sent.
 */
export async function sendReminders(deps: AutomaticStepDeps): Promise<number> {
  const today = await officeDay(deps)
  let told = 0
  for (const reminder of reminders) {
    const known = await deps.database.slowQuery(
      'select day::text as day from reminder_days where rule = $1',
      [reminder.rule],
      z.object({ day: z.string() }),
    )
    const since = known[0]?.day
    if (since !== undefined && since < today) told += await remindOf(deps, reminder, since, today)
    if (since === undefined || since < today) {
      await deps.database.slowQuery(
        'insert into reminder_days (rule, day) values ($1, $2::date) on conflict (rule) do update set day = greatest(reminder_days.day, excluded.day)',
        [reminder.rule, today],
      )
    }
  }
  return told
}
