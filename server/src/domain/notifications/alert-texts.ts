import { serverTexts } from '#platform/language/server-texts.ts'
import { es } from './alert-texts.es.ts'

/** Texts of alerts that are not about a record. */
export const en = {
  approvalWaits: 'A change needs your approval',
  approvalMeans: '{{summary}} Approve or reject it in Settings, General.',
  delegateOf: 'You stand in for {{name}}',
  delegateUntil: 'Until {{until}}, new assignments, reminders and requests for this person come to you.',
  delegateFrom:
    'From {{from}} until {{until}}, new assignments, reminders and requests for this person come to you.',
  virusFound: 'Virus found: {{name}}',
  notNamed: 'unknown',
  virusMeans:
    'Found by the virus scanner in {{what}}. The file is blocked and can’t be downloaded. You get no further alert for the same virus within an hour.',
  mailNotSent: 'Mail not sent: {{subject}}',
  mailNotDelivered: 'Mail not delivered: {{subject}}',
  noSubject: '(no subject)',
  notificationsFail: 'Notifications were not delivered by mail',
  notificationsFailMeans:
    'The mail server answered: {{detail}} Settings, Delivery lists what failed. You get no further alert about this within an hour.',
  sharedWithYou: 'Shared with you: {{name}}',
  sharedFolder: 'The permit office shared the folder "{{name}}" with you.',
  sharedFile: 'The permit office shared the file "{{name}}" with you.',
  newFiles: 'New files for you',
  newFilesIn: 'New files for you in {{folder}}',
  uploaded: 'The permit office uploaded "{{name}}". Open the folder to see all new files.',
  canaryWithdrawn: 'Canary withdrawn: {{name}} {{version}}',
  canaryWithdrawnMeans:
    'It failed more often than the version that everybody else has: {{counts}}. Everybody has {{stable}} again. Owner: {{owner}}. First errors:',
  remoteErrors: 'Errors in a module: {{name}} {{version}}',
  remoteErrorsMean:
    'Pages report errors in this version. Owner: {{owner}}. All errors are in Settings, Modules. You get one alert per version. First error:',
  budgetHalfSpent: 'Half of the error budget of {{name}} is spent',
  budgetSpent: 'Error budget of {{name}} is spent',
  budgetMeans:
    '{{failures}} of {{mounts}} loads in {{days}} days failed or had an error within a minute. The target is {{target}} % without failure. Owner: {{owner}}. You get one alert at half of the budget and one when it is spent.',
  flagOverdue: 'Flag past its end date: {{name}} of {{remote}}',
  flagOverdueMeans:
    'It should have been removed from the code by {{day}}. Owner: {{owner}}. All flags are in Settings, Modules. You get one alert per flag and end date.',
  remoteOrigin: 'Changed at its origin: {{name}} {{version}}',
  remoteOriginMeans:
    'The files of this module at {{origin}} are not those that were published, so browsers refuse them. The portal serves its own copy meanwhile. Owner: {{owner}}. What differs:',
  backupLate: 'No recent backup',
  backupLateMeans:
    'The last complete backup is from {{at}} (UTC), and one is due every {{hours}} hours. Ask whoever runs the server to look at its log.',
  backupNone:
    'There is no complete backup, and one is due every {{hours}} hours. Ask whoever runs the server to look at its log.',
  feedStopped: 'Agency feed stopped: {{authority}}',
  feedStoppedMeans: '{{problem}} No permit was changed. Settings, Agency feeds has the feed.',
  feedHeld: '{{authority}}: {{count}} permits would end at once',
  feedHeldMeans:
    'The feed says that very many permits have ended. Nothing was changed. Release or dismiss all of them in Settings, Agency feeds.',
  requirementsInForce: 'Requirements in force: version {{number}}',
  requirementsInForceMeans:
    'They were scheduled for {{day}} by {{by}}. Permits that begin from now on get them. Open permits keep theirs until you move them in Settings, Requirements.',
  requirementsRefused: 'Requirements for {{day}} did not come into force',
  requirementsRefusedMeans:
    '{{reasons}} The version before stays in force. Make them the draft again in Settings, Requirements, correct them and publish.',
  requirementsUnusable: 'Requirements scheduled for {{day}} can no longer be used',
  requirementsUnusableMeans:
    '{{reasons}} If this is not corrected before that day, the version before stays in force. Settings, Requirements has the publication.',
} as const

export const alertTexts = serverTexts(en, es)
