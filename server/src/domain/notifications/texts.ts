import { serverTexts } from '#platform/language/server-texts.ts'
import { es } from './texts.es.ts'

/** Texts of notifications. */
export const en = {
  toDo: 'New task: {{title}}',
  addedTo: 'You were added to {{what}}',
  assignedOne: '{{what}} was assigned to you',
  assignedMany: '{{what}} were assigned to you',
  andMore: '{{number}} and {{count, number}} more',
  permits_one: '{{count, number}} permit',
  permits_other: '{{count, number}} permits',
  tasks_one: '{{count, number}} task',
  tasks_other: '{{count, number}} tasks',
  packages_one: '{{count, number}} submittal package',
  packages_other: '{{count, number}} submittal packages',
  clientDid: 'Client submitted: {{title}}',
  reviseTask: 'Returned for changes: {{title}}',
  paymentDue: 'Payment due: {{number}}',
  paymentOverdue: 'Payment overdue: {{number}}',
  paymentReceived: 'Payment received: {{number}}',
  paymentFailed: 'Payment failed: {{number}}',
  paymentRefunded: 'Payment refunded: {{number}}',
  pleaseApprove: 'Approval requested: {{number}}',
  pleaseApproveAgain: 'Approval requested again: {{number}}',
  approvedChanged: 'the approved package changed',
  clientApproved: 'Client approved: {{number}}',
  clientReturned: 'Client returned: {{number}}',
  noteFromOffice: 'Note from the office',
  noteFromClient: 'Note from the client',
  clientAnswered: 'Client responded: {{number}}',
  answerComments: 'Respond to agency comments: {{number}}',
  expires_one: '{{number}} expires in {{count, number}} day, on {{day}}',
  expires_other: '{{number}} expires in {{count, number}} days, on {{day}}',
  reminder: 'Reminder: {{what}}',
  followUp: 'Follow up: {{what}}',
  dueTomorrow: 'Due tomorrow: {{what}}',
  overdue: 'Overdue: {{what}}',
  paymentDueSoon: 'Payment due in 3 days: {{what}}',
  documentReceived: '{{number}}: document received',
} as const

export const notificationTexts = serverTexts(en, es)
