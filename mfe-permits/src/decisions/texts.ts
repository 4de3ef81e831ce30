import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of lists in which staff decide about what agencies say. */
export const t = registerTexts('permit-decisions', {
  previous: 'Previous',
  next: 'Next',
})
