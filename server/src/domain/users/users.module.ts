import { tables } from '@portal/contract'
import { sql } from 'kysely'
import { defineCollection } from '#engine/modules/collection-module.ts'
import { userRules } from './users.rules.ts'
import { organizationText } from '../referenced-titles.ts'

export const usersModule = defineCollection({
  declaration: tables.users,
  rules: { users: userRules },
  counters: ['status', 'role'],
  computed: {
    openTasks: `(select count(*) from tasks w where w.assigned_to = t.pid and w.status not in ('DONE', 'CANCELLED') and w.deleted_at is null)`,
  },
  references: { staff: 'true', client: "(r.role <> 'client' or r.org = viewer.org)" },
  lookup: {
    hint: "concat_ws(' · ', nullif(t.title, ''), t.email)",
    // Clients get the people of their organization; staff get people who can still sign in (contract.md 2).
    conditions: (actor) => {
      const canSignIn = sql`t.status not in ('DISABLED', 'DELETED')`
      return actor.role === 'client' ? [canSignIn, sql`t.org = ${actor.org}::text`] : [canSignIn]
    },
    members: `jsonb_strip_nulls(jsonb_build_object('role', lower(trim(t.role)), 'awayFrom', t.out_of_office_from, 'awayUntil', t.out_of_office_until))`,
    isOpenToClients: true,
  },
  searchText: { references: { org: organizationText } },
  activeStaff: (alias) =>
    `${alias}.deleted_at is null and ${alias}.status = 'ACTIVE' and lower(trim(${alias}.role)) in ('superadmin', 'admin', 'team')`,
})
