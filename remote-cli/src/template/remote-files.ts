import type { PanelDeclaration } from '@portal/contract'

/** Three squares and a circle; any 24 x 24 SVG path works. */
const icon =
  'M3,3H11V11H3V3M13,3H21V11H13V3M3,13H11V21H3V13M17,13A4,4 0 0,1 21,17A4,4 0 0,1 17,21A4,4 0 0,1 13,17A4,4 0 0,1 17,13Z'

/** A file of JSON as npm writes it. */
export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
/** `Inspections`, from the name `inspections`. */
export const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** The `portal.json` of a new remote with one page. `order` is its position in the menu. */
export function manifest(name: string, order: number, panels: readonly PanelDeclaration[] = []): string {
  const title = titled(name)
  const route = { path: `/${name}`, guard: 'auth', layout: 'default', menu: { label: title, icon, order } }
  return json({
    name,
    owner: `${title} team`,
    contract: '^1.0.0',
    routes: [route],
    panels,
    collections: [],
    apis: [],
  })
}

function packageFile(name: string): string {
  const scripts = {
    build: 'webpack',
    deploy: `node ../scripts/launch.mjs deploy ${name}`,
    test: 'node --experimental-vm-modules ../node_modules/jest/bin/jest.js',
  }
  const dependencies = { '@portal/contract': '0.1.0', '@portal/shared-ui': '0.1.0' }
  return json({
    name: `@portal/mfe-${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts,
    dependencies,
  })
}

function compilerFile(name: string): string {
  return `{
  "extends": "../tsconfig.base.json",
  "compilerOptions": {
    "rootDir": ".",
    "outDir": "../.cache/types/mfe-${name}",
    "tsBuildInfoFile": "../.cache/types/mfe-${name}/tsconfig.tsbuildinfo",
    "jsx": "react-jsx",
    "lib": ["esnext", "dom", "dom.iterable"],
    "types": ["node", "jest", "@testing-library/jest-dom"]
  },
  "include": ["src", "portal.json", "*.ts"],
  "references": [{ "path": "../contract" }, { "path": "../shared-ui" }]
}
`
}

/** The build of a remote. */
export const webpackFile = `import { remoteConfig } from '@portal/shared-ui/webpack'

export default remoteConfig(import.meta.dirname)
`

const lifecycles = (name: string) => `import { createRemote } from '@portal/shared-ui'
import { routes } from './routes.tsx'

/** All that the shell can see of this remote. */
export const { bootstrap, mount, unmount } = createRemote({ name: '${name}', routes })
`

/** The routes of a remote with one page. */
export const routes = (name: string) => `import type { RouteObject } from '@portal/shared-ui/router'
import { WelcomePage } from './features/welcome/WelcomePage.tsx'

/** Address to page; every path of portal.json has its page here. */
export const routes: RouteObject[] = [{ path: '/${name}', element: <WelcomePage /> }]
`

const texts = (name: string) => `import { registerTexts } from '@portal/shared-ui/i18n'

/** The words of these screens. */
export const t = registerTexts('${name}', {
  welcome: 'Welcome, {{name}}. This is the first page of ${titled(name)}.',
})
`

const page = `import { userAtom } from '@portal/shared-ui'
import { Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'

/**
 * The first page: it greets whoever is signed in. The heading above it is the shell's, by the menu's label.
 */
export function WelcomePage() {
  const user = useAtomValue(userAtom)
  return <Typography>{t('welcome', { name: user?.name ?? '' })}</Typography>
}
`

const pageTest = (name: string) => `import { screen } from '@testing-library/react'
import { RemoteManifest } from '@portal/contract'
import { renderRoutes } from '@portal/shared-ui/test-support'
import manifest from '../../../portal.json'
import { routes } from '../../routes.tsx'

test('whoever is signed in is greeted by name', async () => {
  renderRoutes(routes, '/${name}', { as: 'team' })
  expect(await screen.findByText(/Welcome, A team\\./)).toBeInTheDocument()
})

test('every path of the manifest has a page', () => {
  const served = routes.map(({ path }) => path)
  for (const { path } of RemoteManifest.parse(manifest).routes) expect(served).toContain(path)
})
`

const readme = (name: string) => `# mfe-${name}

A remote of the portal, made by \`npm run new-remote -- ${name}\`.

- \`portal.json\`: routes, guards and menu entry, read by shell and server before any code is loaded. Its fields are explained in
  \`contract/src/federation/manifest.ts\`.
- \`src/routes.tsx\`: address to page. \`src/lifecycles.ts\`: all that the shell can see. \`src/texts.ts\`: the words.
- \`src/features/welcome/\`: the first page and its test. One folder a feature.

\`npm run dev -- ${name}\` shows every change in the open page, \`npm test -w @portal/mfe-${name}\` runs the tests, \`npm run deploy -- ${name}\` puts it in force,
\`npm run deploy -- ${name} --rollback\` takes that back. Options, tokens and what is refused: "A team and its remote" in the repository's README.

Dependencies: \`@portal/contract\` (what crosses a boundary), \`@portal/shared-ui\` (screens and everything shared).
`

/** The files of a new remote by their paths in its folder. `order` is its position in the menu. */
export function filesOf(name: string, order: number): Record<string, string> {
  return {
    'portal.json': manifest(name, order),
    'package.json': packageFile(name),
    'tsconfig.json': compilerFile(name),
    'webpack.config.ts': webpackFile,
    'jest.config.mjs': "export default { preset: '@portal/shared-ui' }\n",
    'README.md': readme(name),
    'src/lifecycles.ts': lifecycles(name),
    'src/routes.tsx': routes(name),
    'src/texts.ts': texts(name),
    'src/features/welcome/WelcomePage.tsx': page,
    'src/features/welcome/WelcomePage.test.tsx': pageTest(name),
  }
}
