import { CollectionName, collectionNames, collections } from '@portal/contract'
import type { Declaration, Field } from '@portal/contract'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** A value of a required field; texts contain `mark`. */
function requiredValue(name: string, { type, options, isCode }: Field, mark: string): unknown {
  if (type === 'enum') return options?.[0]?.code
  if (type === 'email') return `${mark}@${name}.example`
  return isCode === true ? `${mark}_${name}` : `${mark} ${name}`
}

/** The required fields of a collection that needs no other record. */
function requiredBody({ fields }: Declaration, mark: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, declared]) => declared.required === true)
      .map(([name, declared]) => [name, requiredValue(name, declared, mark)]),
  )
}

/**
 * A request body that creates a record of each collection, all for one organization and one of its people.
 */
export function bodyOf(
  collection: CollectionName,
  of: { org: string; user: string; permit: string; staff?: string },
  mark: string,
): Record<string, unknown> {
  const bodies: Partial<Record<CollectionName, Record<string, unknown>>> = {
    permits: {
      title: `${mark} permit`,
      org: of.org,
      permitType: 'BUILDING',
      siteAddress: `12 ${mark} Street`,
      targetDate: '2026-12-24',
      valuation: 1_234_500,
      tags: [mark],
    },
    processed: { title: `${mark} processed`, org: of.org, permitType: 'SIGN' },
    tasks: {
      title: `${mark} task`,
      permit: of.permit,
      dueDate: '2026-12-01',
      ...(of.staff !== undefined && { assignedTo: of.staff }),
    },
    ctasks: {
      title: `${mark} client task`,
      assignedOrg: of.org,
      permit: of.permit,
      taskType: 'SIGN',
      result: `${mark} result`,
    },
    payments: {
      permit: of.permit,
      kind: 'FEE',
      feeCode: 'PLAN_REVIEW',
      amount: 12_500,
      tax: 500,
      description: `${mark} fee`,
    },
    orgs: { legalName: `${mark} Incorporated`, kind: 'OWNER', city: mark },
    users: { name: `${mark} Client`, email: `${mark}@client.example`, role: 'client', org: of.org },
    notifications: { subject: `${mark} notice`, audience: 'ORG', recipientOrg: of.org, template: mark },
    alerts: { title: `${mark} alert`, user: of.user },
    rts: { permit: of.permit, submitBy: '2026-12-31' },
    contacts: {
      name: `${mark} Architect`,
      role: 'ARCHITECT',
      org: of.org,
      email: `${mark}@architect.example`,
      remarks: `${mark} remark`,
    },
  }
  return bodies[collection] ?? requiredBody(collections[collection], mark)
}

export interface SampleOrganization {
  org: string
  client: Person
  /** Pids by collection; `processed` is a permit whose bucket is set directly in the database. */
  pids: Record<CollectionName, string>
}

async function make(test: TestApp, by: Person, collection: CollectionName, body: unknown): Promise<string> {
  const response = await test.crud(by, { apiPath: collection, method: 'POST', body })
  if (response.statusCode !== 201) throw new Error(`${collection}: ${response.body}`)
  return response.json<{ pid: string }>().pid
}

/** Creates an organization with a client and one record of every collection; all texts contain `mark`. */
export async function sampleOrganization(
  test: TestApp,
  by: Person,
  mark: string,
): Promise<SampleOrganization> {
  const org = await test.given.org({ name: `${mark} Builders` })
  const client = await test.given.user({
    role: 'client',
    org,
    name: `${mark} Person`,
    email: `${mark}.person@client.example`,
  })
  const of = { org, user: client.pid, permit: '', staff: by.pid }
  const permit = await make(test, by, 'permits', bodyOf('permits', of, mark))
  const processed = await make(test, by, 'permits', bodyOf('processed', of, mark))
  await test.deps.database.query(
    "update permits set status = 'ISSUED', bucket = 'processed', pipeline_stage = 'POST_DECISION', court = 'NONE' where pid = $1",
    [processed],
  )
  const full = { ...of, permit }
  const others = await Promise.all(
    collectionNames
      .filter((name) => name !== 'permits' && name !== 'processed' && name !== 'orgs')
      .map(async (name) => [name, await make(test, by, name, bodyOf(name, full, mark))] as const),
  )
  // Keeps one record per collection: alerts raised by creating the others are deleted.
  await test.deps.database.query("delete from alerts where source = 'RULE'", [])
  await test.deps.database.query('delete from notifications where created_by is null', [])
  const pids = { permits: permit, processed, orgs: org, ...Object.fromEntries(others) }
  return {
    org,
    client,
    pids: z.record(CollectionName, z.string()).parse(pids),
  }
}
