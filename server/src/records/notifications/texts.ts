import { serverTexts } from '#language/server-texts.ts'
import { es } from './texts.es.ts'

/** Texts of notifications. */
export const en = {
  toDo: 'To do: {{title}}',
  addedTo: 'You were added to {{what}}',
  assignedOne: '{{what}} was assigned to you',
  assignedMany: '{{what}} were assigned to you',
  andMore: '{{number}} and {{count, number}} more',
  permits_one: '{{count, number}} permit',
  permits_other: '{{count, number}} permits',
  tasks_one: '{{count, number}} task',
  tasks_other: '{{count, number}} tasks',
  packages_one: '{{count, number}} submission package',
  packages_other: '{{count, number}} submission packages',
  clientDid: 'The client has done: {{title}}',
  reviseTask: 'Please look again: {{title}}',
  paymentDue: 'A payment is due: {{number}}',
  paymentOverdue: 'A payment is overdue: {{number}}',
  paymentReceived: 'A payment has come in: {{number}}',
  paymentFailed: 'A payment has failed: {{number}}',
  paymentRefunded: 'Payment refunded: {{number}}',
  pleaseApprove: 'Please approve: {{number}}',
  pleaseApproveAgain: 'Please approve again: {{number}}',
  approvedChanged: 'what you approved has changed',
  clientApproved: 'The client has approved: {{number}}',
  clientReturned: 'The client has returned: {{number}}',
  noteFromOffice: 'Note from the office',
  noteFromClient: 'Note from the client',
  clientAnswered: 'The client has answered: {{number}}',
  answerComments: 'Please answer comments of the authority: {{number}}',
  expires_one: '{{number}} expires in {{count, number}} day, on {{day}}',
  expires_other: '{{number}} expires in {{count, number}} days, on {{day}}',
  dueTomorrow: 'Due tomorrow: {{what}}',
  overdue: 'Overdue: {{what}}',
  paymentDueSoon: 'A payment is due in 3 days: {{what}}',
  documentReceived: '{{number}}: a document has come in',
} as const

export const notificationTexts = serverTexts(en, es)
