import { installCollections } from '#engine/modules/collection-module.ts'
import type { CollectionModule, ReferenceTargetModule } from '#engine/modules/collection-module.ts'
import { notifyTransitions } from './notifications/notify-transitions.ts'
import { namesOfMentioned } from './notifications/mentions.ts'
import { notifyNote } from './notifications/notify-note.ts'
import { relatedMail } from './related-mail.ts'
import { authoritiesModule } from './authorities/authorities.module.ts'
import { contactsModule } from './contacts/contacts.module.ts'
import { alertsModule } from './notifications/alerts.module.ts'
import { notificationsModule } from './notifications/notifications.module.ts'
import { organizationsModule } from './organizations/organizations.module.ts'
import { packagesModule } from './packages/packages.module.ts'
import { paymentsModule } from './payments/payments.module.ts'
import { permitsModule } from './permits/permits.module.ts'
import { tasksModule } from './tasks/tasks.module.ts'
import { usersModule } from './users/users.module.ts'

/** Every collection of the portal. */
const collectionModules: readonly CollectionModule[] = [
  permitsModule,
  tasksModule,
  paymentsModule,
  packagesModule,
  organizationsModule,
  usersModule,
  notificationsModule,
  alertsModule,
  contactsModule,
  authoritiesModule,
]

/** Stored files, to which records may refer. */
const files: ReferenceTargetModule = {
  target: 'files',
  title: 'r.name',
  staff: 'true',
  client: "r.visibility = 'CLIENT'",
}

/** Gives the record engine the collections of the portal. */
export function installPortalCollections(): void {
  installCollections(collectionModules, [files], {
    afterTransitions: notifyTransitions,
    namesOfMentioned,
    afterNote: notifyNote,
    otherRelated: relatedMail,
  })
}
