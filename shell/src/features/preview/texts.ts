import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts about previews of branches, loaded with the parts that show them. */
export const t = registerTexts('shell-preview', {
  previewed: 'branch {{branch}} of {{title}} until {{at}}',
  bar: 'Preview, seen only by you: {{list}}. Changes you make here are real.',
  leave: 'Leave preview',
  leaveFailed: 'The preview could not be left',
  title: 'Open a preview?',
  text: 'Branch {{branch}} of {{name}}. Until you leave it, you see this version instead of the live one. It runs with your permissions and works with real data. Continue only if you know who sent you the link.',
  yes: 'Open preview',
  failed: 'The preview could not be opened',
})
