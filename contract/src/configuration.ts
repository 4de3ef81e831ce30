import { z } from 'zod'
import { defaultPages, pagePaths } from './access/pages.ts'
import { collections } from './collections/collections.ts'
import { allFields, defaultColumns, fieldLabel } from './collections/declaration.ts'
import type { Declaration } from './collections/declaration.ts'
import { collectionNames } from './collections/names.ts'
import { remoteNames } from './federation/manifest.ts'
import { Retention } from './retention.ts'
import { roles } from './roles.ts'
import type { Role } from './roles.ts'
import { TimeZone, initialTimeZone } from './time-zones.ts'
import { WorkingCalendar } from './working-calendar/calendar-schema.ts'

/**
 * Configuration of a column. `table_view: false` removes the column from tables; `is_visible` is its default
 * in the column menu.
 */
export const ColumnConfig = z.strictObject({
  name: z.string().min(1).max(100),
  label: z.string().min(1).max(100),
  /** The heading in Spanish. Empty or absent: the portal's own, where it has one. */
  labelEs: z.string().max(100).optional(),
  type: z.string(),
  is_visible: z.boolean(),
  table_view: z.boolean(),
  fields: z.array(z.string()).optional(),
  /** Values of a custom field of type enum. */
  options: z.array(z.string()).optional(),
  /** For a custom field: hidden from clients. */
  masked: z.boolean().optional(),
})
export type ColumnConfig = z.infer<typeof ColumnConfig>

/**
 * When a linked record is picked in the field `get_from`, its `assigned_value` is copied into
 * `assign_to_field`.
 */
export const LinkedRecordCallback = z.strictObject({
  get_from: z.string(),
  assigned_value: z.string(),
  assign_to_field: z.string(),
})
export type LinkedRecordCallback = z.infer<typeof LinkedRecordCallback>

const Switches = z.record(z.string(), z.boolean())
const RoleConfig = z.strictObject({ pages: Switches, modules: Switches })

const gigabyte = 1_073_741_824
const organizationBytes = 100 * gigabyte
const officeBytes = 1_000 * gigabyte
const maxStoredBytes = 1_000_000 * gigabyte

/**
 * Office details on receipts and for clients who pay; empty until configured. Maximum lengths in characters.
 */
const officeFacts = {
  officeName: z.string().max(120).default(''),
  /** Lines of the postal address. */
  officeAddress: z.string().max(500).default(''),
  /** Payment instructions for clients: bank accounts, payee, payment reference. */
  paymentInstructions: z.string().max(2_000).default(''),
}
export const officeFactNames = [
  'officeName',
  'officeAddress',
  'paymentInstructions',
] as const satisfies readonly (keyof typeof officeFacts)[]

/** The complete server configuration. Unknown keys and roles are refused. Source: contract.md 4. */
export const Configuration = z.strictObject({
  settings: z.strictObject({
    emailIds: z.array(z.email('is not an email address')).max(20),
    /** Whether high roles, office addresses and deployments need a second approval. Source: decision 0036. */
    secondApproval: z.boolean().default(false),
    ...officeFacts,
  }),
  roles: z.strictObject({ superadmin: RoleConfig, admin: RoleConfig, team: RoleConfig, client: RoleConfig }),
  columns: z.partialRecord(z.enum(collectionNames), z.array(ColumnConfig)),
  callbacks: z.partialRecord(z.enum(collectionNames), z.array(LinkedRecordCallback)),
  limits: z.strictObject({
    uploadBytes: z.int().min(1).max(5_368_709_120),
    bulkRecords: z.int().min(1).max(10_000),
    /** Storage limit shared by all people of one organization. */
    organizationBytes: z.int().min(1).max(maxStoredBytes).default(organizationBytes),
    /** Storage limit of the office: files created by its own people, in any folder. */
    officeBytes: z.int().min(1).max(maxStoredBytes).default(officeBytes),
  }),
  retention: Retention.prefault({}),
  /** Rules for every submission package. Source: domain.md 1.9. */
  packages: z.strictObject({ bySecondPerson: z.boolean() }),
  currency: z.string().regex(/^[A-Z]{3}$/, 'is not a currency code'),
  /** The time zone of the office, used where no personal time zone applies. Source: decision 0058. */
  timeZone: TimeZone.default(initialTimeZone),
  /** When the office works. Source: decision 0113. */
  workingCalendar: WorkingCalendar.prefault({}),
  version: z.int().min(0),
})
export type Configuration = z.infer<typeof Configuration>

/** The configuration as visible to one role: without the roles of the same or a higher rank. */
export const ConfigurationView = Configuration.extend({ roles: z.partialRecord(z.enum(roles), RoleConfig) })
export type ConfigurationView = z.infer<typeof ConfigurationView>

function columnsOf(declaration: Declaration): ColumnConfig[] {
  const shown = defaultColumns(declaration)
  const fields = allFields(declaration)
  const order = [...shown, ...Object.keys(fields).filter((name) => !shown.includes(name))]
  return order.flatMap((name) => {
    const declared = fields[name]
    return declared === undefined
      ? []
      : [
          {
            name,
            label: fieldLabel(name, declared),
            type: declared.type,
            is_visible: shown.includes(name),
            table_view: declared.type !== 'json',
          },
        ]
  })
}

const roleDefaults = (role: Role) => ({
  pages: defaultPages(role),
  modules: Object.fromEntries(remoteNames.map((name) => [name, true])),
})

/** The configuration of a new portal and the result of a reset. A reset continues the version numbers. */
export function initialConfiguration(): Configuration {
  return {
    settings: {
      emailIds: ['permits@portal.example'],
      secondApproval: false,
      officeName: '',
      officeAddress: '',
      paymentInstructions: '',
    },
    roles: {
      superadmin: roleDefaults('superadmin'),
      admin: roleDefaults('admin'),
      team: roleDefaults('team'),
      client: roleDefaults('client'),
    },
    columns: Object.fromEntries(collectionNames.map((name) => [name, columnsOf(collections[name])])),
    callbacks: {
      payments: [{ get_from: 'permit', assigned_value: 'org', assign_to_field: 'org' }],
      tasks: [],
      ctasks: [{ get_from: 'permit', assigned_value: 'org', assign_to_field: 'assignedOrg' }],
    },
    limits: { uploadBytes: 5_368_709_120, bulkRecords: 10_000, organizationBytes, officeBytes },
    retention: Retention.parse({}),
    packages: { bySecondPerson: false },
    currency: 'USD',
    timeZone: initialTimeZone,
    workingCalendar: WorkingCalendar.parse({}),
    version: 1,
  }
}

/** Whether the path is a key of the page map. */
export function isPagePath(path: string): boolean {
  return pagePaths.some((known) => known === path)
}
