import { registerTexts } from '@portal/shared-ui/i18n'

export const t = registerTexts('shell-palette', {
  label: 'Go to a page, a record or an action',
  placeholder: 'Number, name, page or action',
  results: 'Results',
  pages: 'Pages',
  actions: 'Actions',
  records: 'Records',
  searching: 'Searching records',
  failed: 'Records could not be searched: {{reason}}',
  nothing: 'Nothing has “{{token}}” in its number or name.',
  light: 'Use light colours',
  dark: 'Use dark colours',
  system: 'Use the colours of the system',
  settings: 'Settings',
  signOut: 'Sign out',
})
