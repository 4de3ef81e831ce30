import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Rows of the audit that are younger can never be deleted. Source: decision 0103. */
const minimumAge = "interval '365 days'"

const statements = [
  // The only changes that are let through: rows beyond the minimum age go, from the beginning of the chain, after the
  // anchor has moved to the hash they end with.
  `create or replace function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and tg_table_name = 'audit' then
        if old.at < clock_timestamp() - ${minimumAge} then return old; end if;
      elsif tg_op = 'DELETE' and tg_table_name = 'audit_chain' then
        if old.position <= (select b.position from audit_anchor b) and not exists (select 1 from audit a where a.id = old.audit) then return old; end if;
      elsif tg_op = 'UPDATE' and tg_table_name = 'audit_anchor' then
        if new.id = old.id and new.position > old.position
          and exists (select 1 from audit_chain c where c.position = new.position and c.hash = new.hash)
          and not exists (select 1 from audit_chain c join audit a on a.id = c.audit
            where c.position > old.position and c.position <= new.position and a.at >= clock_timestamp() - ${minimumAge}) then
          return new;
        end if;
      end if;
      raise exception 'Rows of % are only ever added.', tg_table_name using errcode = 'insufficient_privilege';
    end $$`,
  // Deletes the oldest rows before a time, at most so many and no further than a position. Returns how many.
  `create function trim_audit(before timestamptz, through bigint, most int) returns bigint
    language plpgsql security definer set search_path from current as $$
    declare
      anchored bigint;
      target bigint;
      trimmed bigint;
    begin
      if before > clock_timestamp() - ${minimumAge} then
        raise exception 'Rows of the audit are kept for a year at least.' using errcode = 'insufficient_privilege';
      end if;
      perform pg_advisory_xact_lock(7032612);
      select b.position into anchored from audit_anchor b;
      select coalesce(min(w.position) filter (where w.at >= before) - 1, max(w.position)) into target from (
        select c.position, a.at from audit_chain c join audit a on a.id = c.audit
        where c.position > anchored and (through is null or c.position <= through) order by c.position limit most) w;
      if target is null or target <= anchored then return 0; end if;
      update audit_anchor b set position = target, hash = (select c.hash from audit_chain c where c.position = target);
      delete from audit a using audit_chain c where c.audit = a.id and c.position <= target;
      get diagnostics trimmed = row_count;
      delete from audit_chain c where c.position <= target;
      return trimmed;
    end $$`,
]

/** Lets the retention of the audit delete its oldest rows, without a gap in the chain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
