import { registerTexts } from '@portal/shared-ui/i18n'

/** The words of taking a step, wherever it is taken. */
export const t = registerTexts('permit-steps', {
  stepTitle: '{{step}}: {{title}}',
  reason: 'Reason',
  reasonOptional: 'Reason or note (optional)',
  reasonMissing: 'Give the reason.',
  holdReason: 'Kind of hold',
  holdNone: 'None of these',
  confirmationNo: 'Confirmation number (optional)',
  method: 'How it was paid',
  methodUnknown: 'Not said',
  reference: 'Check or transfer number (optional)',
  paidOn: 'Paid on (today if left empty)',
  refund: 'Give back what was paid for it',
  items: 'What the client is asked for',
  itemsHint: 'Each becomes a task of the client. Leave it empty to ask for nothing.',
  item: 'Item {{number}}',
  itemTitle: 'What is needed',
  itemMissing: 'Say what is needed.',
  itemDocument: 'Document',
  itemNoDocument: 'None',
  itemDue: 'Due (optional)',
  addItem: 'Add an item',
  remove: 'Remove',
  removeItem: 'Remove item {{number}}',
  done: '{{title}}: {{status}}',
})
