import { labelOfCollection, screenLabel } from '@portal/contract'
import type { CollectionName } from '@portal/contract'

/** Names of the pages in the page map. Menu labels are those of specification.md 2. */
const pageNames: Readonly<Record<string, string>> = {
  '/mail': 'Mails',
  '/mail/archive': 'Mails: archive',
  '/mail/conversationhistory': 'Mails: conversation history',
  '/mail/deleteditems': 'Mails: deleted items',
  '/mail/drafts': 'Mails: drafts',
  '/mail/junkemail': 'Mails: junk email',
  '/mail/outbox': 'Mails: outbox',
  '/mail/sentitems': 'Mails: sent items',
  '/ctasks': 'Client Tasks',
  '/tasks': 'Tasks',
  '/notifications': 'Notifications',
  '/payments': 'Payments',
  '/permits/processing': 'Processing permits',
  '/permits/processed': 'Processed permits',
  '/permits/search': 'Search permits',
  '/permits/overview': 'Overview',
  '/calendar': 'Calendar',
  '/ready_to_submits': 'Ready to Submit',
  '/organizations': 'Organizations',
  '/upload_documents': 'Upload documents',
  '/folders/team': 'Team folder',
  '/folders/restricted': 'Restricted folder',
  '/users': 'Users',
  '/settings': 'Settings',
  '/settings/permit-status-map': 'Permit status map',
}

/** A page's name; a page of an unknown remote is named by its path. */
export function pageName(path: string): string {
  return screenLabel(pageNames[path] ?? path)
}

const moduleNames: Readonly<Record<string, string>> = {
  mail: 'Mail',
  records: 'Records',
  permits: 'Permits',
  files: 'Files',
  admin: 'Administration',
}

/** A module's name; an unknown one is named as in its address, in words and capitalized. */
export function moduleName(remote: string): string {
  const words = remote.replaceAll('_', ' ')
  return screenLabel(moduleNames[remote] ?? words.charAt(0).toUpperCase() + words.slice(1))
}

export function collectionLabel(collection: CollectionName): string {
  return screenLabel(labelOfCollection(collection, 'many'))
}

const typeNames: Readonly<Record<string, string>> = {
  text: 'Text',
  longText: 'Long text',
  email: 'Email address',
  phone: 'Telephone number',
  enum: 'Choice',
  ref: 'Link to a record',
  date: 'Date',
  datetime: 'Date and time',
  money: 'Amount',
  integer: 'Whole number',
  decimal: 'Number',
  number: 'Number',
  boolean: 'Checkbox',
  list: 'List',
  json: 'Structured data',
}

/** The label of a column's type. */
export function typeLabel(type: string): string {
  return screenLabel(typeNames[type] ?? type)
}
