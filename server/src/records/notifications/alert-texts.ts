import { serverTexts } from '#language/server-texts.ts'
import { es } from './alert-texts.es.ts'

/** Texts of alerts that are not about a record. */
export const en = {
  approvalWaits: 'A change waits for your approval',
  approvalMeans: '{{summary}} Approve or reject it in Settings, General.',
  virusFound: 'Virus found: {{name}}',
  notNamed: 'not named',
  virusMeans:
    'The virus scanner found it in {{what}}. It is blocked and cannot be downloaded. Finding the same virus again within an hour raises no further alert.',
  mailNotSent: 'Mail not sent: {{subject}}',
  mailNotDelivered: 'Mail not delivered: {{subject}}',
  noSubject: '(no subject)',
  sharedWithYou: 'Shared with you: {{name}}',
  sharedFolder: 'The permit office shared the folder "{{name}}" with you.',
  sharedFile: 'The permit office shared the file "{{name}}" with you.',
  newFiles: 'New files for you',
  newFilesIn: 'New files for you in {{folder}}',
  uploaded: 'The permit office uploaded "{{name}}". Open the folder to see whether more files came with it.',
} as const

export const alertTexts = serverTexts(en, es)
