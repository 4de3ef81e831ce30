import { registerTexts } from '../i18n/texts.ts'

export const t = registerTexts('shared-feedback', {
  tryAgain: 'Try again',
  close: 'Close',
  failedTitle: 'This could not be loaded',
  failedText: 'Something went wrong on this page. Your data is safe.',
  missingText: 'This part of the page could not be fetched. Check your network, then try again.',
  forbiddenTitle: 'You don’t have access',
  forbiddenText: 'Your role does not include it. An administrator can change that in the settings.',
  notFoundTitle: 'Page Not Found',
  notFoundText: 'There is nothing at {{path}}. The address may be mistyped, or the page has moved.',
  toStart: 'Go to the start page',
  reference: 'Reference for support: {{instance}}',
})
