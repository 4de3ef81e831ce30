/**
 * The arrows of the house: contract <- shared-ui <- remotes and shell; contract <- server.
 * Run by `npm run arrows`; `scripts/arrows.test.mjs` shows that each of them can break.
 */
const packages = 'contract|shared-ui|remote-cli|shell|mfe-[a-z-]+|server|e2e|bench'
/** Folders of the server beside the domain. */
const serverFeatures = 'mail|files|import|export|deployments|backup'
const tests = '[.]test[.]tsx?$|/test-support/|/jest[.]config[.]|^shared-ui/jest/'

/** A rule in one line: files below `from` (unless they match `except`) import nothing that matches `to`. */
const never = (name, comment, from, to, except) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...(except && { pathNot: except }) },
  to: typeof to === 'string' ? { path: to } : to,
})

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    never('no-circles', 'Files that import each other in a circle can only be read together.', '', {
      circular: true,
    }),
    never(
      'resolved',
      'An import nobody can follow escapes every other rule.',
      `^(${packages}|scripts)/`,
      { couldNotResolve: true },
      // Packages of other tools are installed by their proof alone.
      '^e2e/other-tools/',
    ),
    never(
      'contract-imports-zod-alone',
      'What crosses a boundary must load everywhere.',
      '^contract/',
      { pathNot: '^contract/|^node_modules/zod/' },
      tests,
    ),
    never(
      'shared-ui-knows-contract-alone',
      'Shared pieces know no screen and no server.',
      '^shared-ui/',
      `^(?!contract/|shared-ui/)(${packages})/`,
    ),
    never(
      'remote-cli-knows-contract-alone',
      'The commands of a team work without this repository; they start the build as a program.',
      '^remote-cli/',
      `^(?!contract/|remote-cli/)(${packages})/`,
    ),
    never(
      'shell-knows-no-remote',
      'Remotes are found at run time.',
      '^shell/',
      `^(?!contract/|shared-ui/|shell/)(${packages})/`,
    ),
    never(
      'remote-knows-no-remote',
      'Each remote is built and deployed alone.',
      '^(mfe-[a-z-]+)/',
      `^(?!contract/|shared-ui/|$1/)(${packages})/`,
    ),
    never(
      'server-knows-contract-alone',
      'The server shares rules with the screens, not code of theirs.',
      '^server/',
      `^(?!contract/|server/)(${packages})/`,
    ),
    never(
      'platform-knows-no-record',
      'Database, sessions, jobs and configuration stand below the record engine (decision 0093).',
      '^server/src/platform/',
      `^server/src/(engine|domain|${serverFeatures}|app)/`,
      // The type of the whole database lists the tables of every layer.
      `${tests}|^server/src/platform/database/tables[.]ts$`,
    ),
    never(
      'engine-knows-no-domain',
      'The record engine gets its collections as modules (decision 0091).',
      '^server/src/engine/',
      `^server/src/(domain|${serverFeatures}|app)/`,
      tests,
    ),
    never(
      'domain-knows-no-feature',
      'What the portal is about stands on engine and platform; features use it.',
      '^server/src/domain/',
      `^server/src/(${serverFeatures}|app)/`,
      tests,
    ),
    never(
      'server-features-are-joined-outside',
      'Mail, files, import, export, deployments and backup import no feature: the application joins them.',
      `^server/src/(${serverFeatures})/`,
      `^server/src/(?!$1/)(${serverFeatures}|app)/`,
      tests,
    ),
    never(
      'remotes-use-the-facades',
      'One copy of MUI, router, jotai and query per page: take them from @portal/shared-ui/{mui,router,state,query,table,i18n}.',
      '^mfe-[a-z-]+/',
      '^node_modules/(?!react/|@mdi/|@types/)',
      tests,
    ),
    never(
      'doors-not-windows',
      "A package's face is the exports map of its package.json: import it by name. A bench may build the same code in another way.",
      `^(?!bench/)(${packages})/`,
      {
        path: `^(?!$1/)(${packages})/`,
        dependencyTypes: ['local'],
      },
    ),
    never(
      'features-are-joined-outside',
      'A feature never imports a feature: routes and app compose them. Its tests may, to set a scene.',
      '^([^/]+)/src/features/([^/]+)/',
      '^$1/src/features/(?!$2/)[^/]+/',
      tests,
    ),
    never(
      'product-without-test-code',
      'What ships imports no test and no test support.',
      `^(${packages})/`,
      '[.]test[.]tsx?$|/test-support/',
      `${tests}|^(e2e|bench)/`,
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|^[.]cache/|/coverage/' },
    detectJSDocImports: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
