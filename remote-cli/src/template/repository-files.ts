import type { PanelDeclaration } from '@portal/contract'
import { json, manifest, routes, titled, webpackFile } from './remote-files.ts'
import {
  handlers,
  lifecycles,
  page,
  pageTest,
  panel,
  panelModule,
  panelTest,
  commandModule,
  commandTest,
  queries,
  spanishTexts,
  texts,
} from './repository-code.ts'

/** Packages of a new repository: what its code imports, and what its tests and types need. */
const dependencies = ['@portal/contract', '@portal/shared-ui', 'react'] as const
const devDependencies = [
  '@portal/remote-cli',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@types/jest',
  '@types/node',
  '@types/react',
  'msw',
  'typescript',
] as const

/** Every package for which a version must be known. */
export const templatePackages: readonly string[] = [...dependencies, ...devDependencies]

/**
 * Packages below shared-ui that npm warns about. None of their install scripts does anything that is needed.
 */
const installScripts = ['@parcel/watcher', '@swc/core', 'core-js-pure'] as const

export interface Repository {
  name: string
  /** Version or path by package, as npm reads it. */
  versions: Readonly<Record<string, string>>
}

function versionsOf(names: readonly string[], { versions }: Repository): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const version = versions[name]
      if (version === undefined) throw new Error(`No version is known for ${name}`)
      return [name, version]
    }),
  )
}

const packageFile = (repository: Repository) =>
  json({
    name: `portal-remote-${repository.name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    scripts: {
      dev: 'portal dev',
      build: 'portal build',
      test: 'portal test',
      types: 'tsc',
      deploy: 'portal deploy',
    },
    dependencies: versionsOf(dependencies, repository),
    devDependencies: versionsOf(devDependencies, repository),
    allowScripts: Object.fromEntries(installScripts.map((name) => [name, false])),
  })

const compilerFile = json({
  compilerOptions: {
    target: 'es2024',
    lib: ['esnext', 'dom', 'dom.iterable'],
    module: 'preserve',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    types: ['node', 'jest', '@testing-library/jest-dom'],
  },
  include: ['src', 'portal.json'],
})

const githubFile = `name: remote
on:
  push:
    branches: [main]
  pull_request:

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      - run: npm run types
      - run: npm test
      - run: npm run build

  deploy:
    needs: check
    if: github.ref == 'refs/heads/main'
    runs-on: ubuntu-latest
    environment: production
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      # PORTAL_URL is a variable of the repository, DEPLOY_TOKEN a secret. Without them this step fails and says so.
      - run: npm run deploy -- --to "$PORTAL_URL" --note "$GITHUB_SHA"
        env:
          PORTAL_URL: \${{ vars.PORTAL_URL }}
          DEPLOY_TOKEN: \${{ secrets.DEPLOY_TOKEN }}
`

const gitlabFile = `image: node:24

cache:
  key:
    files: [package-lock.json]
  paths: [.npm]

before_script:
  - npm ci --cache .npm --prefer-offline

check:
  stage: test
  script:
    - npm run types
    - npm test
    - npm run build

deploy:
  stage: deploy
  environment: production
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  script:
    # PORTAL_URL and DEPLOY_TOKEN (masked) are variables of the project.
    - npm run deploy -- --to "$PORTAL_URL" --note "$CI_COMMIT_SHA"
`

const readme = (name: string) => `# ${titled(name)}

A remote of the permit portal: a page in the menu, a tab in the drawer of a permit, and a command in the palette. It is built, tested and deployed from this repository alone.

\`\`\`sh
npm install
npm test
npm run types
npm run dev -- --to https://portal.example      # that portal at http://localhost:4800, with this remote from here
npm run deploy -- --to https://portal.example   # builds, checks, uploads and activates it
npm run deploy -- --to https://portal.example --rollback
\`\`\`

## Files

- \`portal.json\`: routes, guards, menu entry and panels. Shell and server read it before any code is loaded. \`owner\` is shown where something fails.
- \`src/routes.tsx\`: address to page. \`src/lifecycles.ts\`: all that the shell can see. \`src/panels/\`: one file for each panel in portal.json; the slots that panels fill are listed in the README of \`@portal/remote-cli\`.
- \`src/features/\`: one folder for each feature, with its tests. \`src/test/handlers.ts\`: answers of the portal in tests, typed by the contract.
- \`src/texts.ts\`, \`src/spanish.ts\`: the texts of the screens in English and Spanish.
- \`.github/workflows/remote.yml\`, \`.gitlab-ci.yml\`: checks for every change and deployment from the main branch. Keep one of them.
- \`package-lock.json\` and, where it is there, \`packages/\` are part of the repository: \`npm ci\` in the checks needs both.

## Development

\`npm run dev\` serves the portal given by \`--to\` at http://localhost:4800 (\`--port\`) and puts this remote in place of the deployed one, in this browser alone. Open pages reload after every
change. Sign in there with a demo account. A passkey belongs to the address of the portal and does not work at localhost: sign in at the portal itself, copy the value of its \`Cookie\` header
from the developer tools, and give it by \`PORTAL_COOKIE\` or \`--cookie\`.

## Deployment

A portal without demo accounts asks for a deploy token of this remote: Settings, Modules, shown once. Give it by \`--token\` or \`DEPLOY_TOKEN\`. \`--version 1.4.0\` sets how the version begins,
\`--canary 10%\` or \`--canary team\` shows it to some people first, \`--canary auto\` goes from 5 % to everybody
unless it fails more often, \`--note\` stands in the history. Where Chromium is at hand (\`CHROME_PATH\`), the build is mounted in a page of the portal first, and not activated if that fails.

\`npm run deploy -- --preview my-branch\` activates nothing and prints a link. For seven days the administrators of the portal see the branch there, with \`--for-roles\` everyone who has the
module. Deploying the branch again replaces it.

## Flags

\`"flags": [{ "name": "undo", "description": "Undo after a change", "owner": "${titled(name)} team", "endsOn": "2027-06-30" }]\` in portal.json declares a flag. Administrators switch it on by role, percentage or person in
Settings, Modules. The code asks \`useShell().flags['undo']\`, which stays the same until the page is loaded again. After its end date they are reminded, with the owner.

## Shared code

React, the router, Material UI, the data grid and \`@portal/*\` come from the shell of the portal and are not part of the build. Import them from \`@portal/shared-ui\` and its facades
(\`/mui\`, \`/router\`, \`/state\`, \`/query\`, \`/table\`, \`/i18n\`). The versions in package.json must fit those of the portal; an upload that does not fit is refused and names both.

## New versions of the portal

\`npx portal types --from https://portal.example\` says which packages have another version than that portal. It asks for the deploy token too. Then raise the three \`@portal/*\` packages together: from a registry by
\`npm install @portal/contract@0.2.0 …\`; from tarballs by \`npm install ./packages/portal-contract-0.2.0.tgz …\`, and delete the old ones. \`npm run types\` and \`npm test\` show what has changed.
`

/** The files of a new repository with one remote, by their paths. */
export function repositoryFiles(repository: Repository): Record<string, string> {
  const { name } = repository
  const tab: PanelDeclaration = {
    slot: 'record.tab',
    collections: ['permits'],
    id: name,
    label: titled(name),
    order: 100,
    expose: './summary',
  }
  const command: PanelDeclaration = {
    slot: 'palette.command',
    collections: [],
    id: 'open',
    label: `Go to ${titled(name)}`,
    labelEs: `Ir a ${titled(name)}`,
    order: 100,
    expose: './open',
  }
  return {
    'portal.json': manifest(name, 100, [tab, command]),
    'package.json': packageFile(repository),
    'tsconfig.json': compilerFile,
    'webpack.config.mjs': webpackFile,
    'jest.config.mjs': "export default { preset: '@portal/shared-ui' }\n",
    '.gitignore': 'node_modules/\ndist/\n.cache/\n.npm/\n',
    '.github/workflows/remote.yml': githubFile,
    '.gitlab-ci.yml': gitlabFile,
    'README.md': readme(name),
    'src/lifecycles.ts': lifecycles(name),
    'src/routes.tsx': routes(name),
    'src/texts.ts': texts(name),
    'src/spanish.ts': spanishTexts(name),
    'src/test/handlers.ts': handlers,
    'src/panels/summary.ts': panelModule,
    'src/panels/open.ts': commandModule(name),
    'src/panels/open.test.ts': commandTest(name),
    'src/features/welcome/WelcomePage.tsx': page,
    'src/features/welcome/WelcomePage.test.tsx': pageTest(name),
    'src/features/welcome/welcome.queries.ts': queries(name),
    'src/features/summary/SummaryPanel.tsx': panel,
    'src/features/summary/SummaryPanel.test.tsx': panelTest,
  }
}
