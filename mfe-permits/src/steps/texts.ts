import { registerTexts } from '@portal/shared-ui/i18n'

/** The words of taking a step, wherever it is taken. */
export const t = registerTexts('permit-steps', {
  stepTitle: '{{step}}: {{title}}',
  reason: 'Reason',
  reasonOptional: 'Reason (optional)',
  reasonMissing: 'Give the reason.',
  holdReason: 'Kind of hold',
  holdNone: 'None of these',
  confirmationNo: 'Confirmation number (optional)',
  done: '{{title}}: {{status}}',
})
