import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of the tab `Documents` of organizations. */
export const t = registerTexts('certificates', {
  certificates: 'Licenses and insurance',
  noDate: 'No date',
  ask: 'Ask client',
  askFor: 'Ask client: {{what}}',
  asked: 'Client task created',
  notAsked: 'Client task could not be created',
  task: 'Client task:',
  loading: 'Loading client tasks',
  failed: 'Client tasks could not be loaded',
  dependsHint:
    'What depends on these dates. Agencies can close issued permits when a license or an insurance expires.',
  issued: 'Issued permits by agency',
  noneIssued: 'No issued permits.',
  packages: 'Packages not submitted by status',
  nonePackages: 'No packages.',
  underReview: 'Permits under review by agency',
  noneUnderReview: 'No permits under review.',
})
