import { codesFrom } from './field.ts'
import { notifications } from './messages.ts'
import { orgs } from './orgs.ts'
import { payments } from './payments.ts'
import { rts } from './rts.ts'
import { tasks } from './tasks.ts'

/** Codes of the declarations as constants, for rules and use cases. Those of permits: `permitStatus`. */
export const taskStatus = codesFrom(tasks.fields.status)
export const paymentStatus = codesFrom(payments.fields.status)
export const paymentKind = codesFrom(payments.fields.kind)
export const packageStatus = codesFrom(rts.fields.status)
export const orgStatus = codesFrom(orgs.fields.status)
export const notificationStatus = codesFrom(notifications.fields.status)
