import { registerTexts } from '@portal/shared-ui/i18n'

/** The words of the tab `Documents`. */
export const t = registerTexts('permit-documents', {
  loading: 'Loading the documents',
  failed: 'The documents could not be loaded',
  none: 'No submission package yet',
  noneHint: 'It is made when the permit is being prepared, with the documents its type needs.',
  of: 'Package {{number}}',
  readiness: '{{percent}} % of the required documents are settled',
  missing_one: '{{count, number}} is missing or rejected',
  missing_other: '{{count, number}} are missing or rejected',
  required: 'Required',
  optional: 'Optional',
  state_MISSING: 'Missing',
  state_RECEIVED: 'Received',
  state_VERIFIED: 'Verified',
  state_REJECTED: 'Rejected',
  state_WAIVED: 'Waived',
  setTo: '{{document}}: {{action}}',
  action_RECEIVED: 'Received',
  action_VERIFIED: 'Verify',
  action_REJECTED: 'Reject',
  action_WAIVED: 'Waive',
  action_MISSING: 'Mark as missing',
  notSaved: 'That was not saved',
  frozen: 'The package is not being collected: its documents stand as they were.',
})
