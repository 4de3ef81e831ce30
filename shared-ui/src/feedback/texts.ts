import { registerTexts } from '../i18n/texts.ts'

export const t = registerTexts('shared-feedback', {
  tryAgain: 'Try again',
  brokenOffNotShown: 'Uploads were interrupted when you left the page',
  close: 'Close',
  failedTitle: 'Could not load',
  failedText: 'Something went wrong on this page. Your data is safe.',
  missingText: 'This part of the page could not be loaded. Check your connection, then try again.',
  forbiddenTitle: 'You don’t have access',
  forbiddenText: 'Your role does not include this page. Ask an administrator for access.',
  notFoundTitle: 'Page Not Found',
  notFoundText: 'There is no page at {{path}}. Check the address, or go to the start page.',
  toStart: 'Go to the start page',
  reference: 'Reference for support: {{instance}}',
})
