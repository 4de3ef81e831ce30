import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The dates of a task that notify people, by field. */
const dates = [
  ['remindAt', 'remind_at'],
  ['followUpAt', 'follow_up_at'],
] as const

const statements = [
  // The reminders and follow-ups that are still to be sent. A row goes in the transaction that sends it.
  'create table due_reminders (task text not null, field text not null, at timestamptz not null, primary key (task, field))',
  'create index due_reminders_by_at on due_reminders (at)',
  // A date that lies more than a day back when it is written, as in an import of old tasks, notifies nobody.
  `create function note_due_reminder(task text, field text, at timestamptz, written timestamptz) returns void language sql as $$
    delete from due_reminders d where d.task = $1 and d.field = $2 and ($3 is null or $3 < $4 - interval '1 day');
    insert into due_reminders select $1, $2, $3 where $3 >= $4 - interval '1 day'
      on conflict on constraint due_reminders_pkey do update set at = excluded.at;
  $$`,
  `create function note_due_reminders() returns trigger language plpgsql as $$
    begin
${dates
  .map(
    ([field, column]) => `      if tg_op = 'INSERT' or new.${column} is distinct from old.${column} then
        perform note_due_reminder(new.pid, '${field}', new.${column}, new.updated_at);
      end if;`,
  )
  .join('\n')}
      return null;
    end $$`,
  `create trigger task_reminders_noted after insert on tasks for each row
    when (new.remind_at is not null or new.follow_up_at is not null) execute function note_due_reminders()`,
  `create trigger task_reminders_moved after update of remind_at, follow_up_at on tasks for each row
    when (new.remind_at is distinct from old.remind_at or new.follow_up_at is distinct from old.follow_up_at) execute function note_due_reminders()`,
  ...dates.map(
    ([field, column]) => `insert into due_reminders select pid, '${field}', ${column} from tasks where ${column} > now()`,
  ),
]

/** Reminders and follow-ups of tasks, whichever way their dates are written. Source: decision 0112. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
