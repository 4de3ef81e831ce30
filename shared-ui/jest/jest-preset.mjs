import { fileURLToPath } from 'node:url'

const here = (file) => fileURLToPath(new URL(file, import.meta.url))

if (
  !process.execArgv.includes('--experimental-vm-modules') &&
  !process.env['NODE_OPTIONS']?.includes('--experimental-vm-modules')
) {
  throw new Error(
    'Component tests run by "npm test" in the package (Node needs --experimental-vm-modules for packages that are ES modules only).',
  )
}

/**
 * How every front-end package runs its tests: `export default { preset: '@portal/shared-ui' }` in its
 * jest.config.mjs. Tests are CommonJS made by swc; packages that are ES modules only are required natively.
 */
export default {
  testEnvironment: here('./environment.mjs'),
  setupFilesAfterEnv: [here('./setup.ts')],
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/src/**/*.test.tsx'],
  moduleNameMapper: { '\\.(css|wav|woff2|png|svg)$': here('./asset.cjs') },
  // The packages of the portal are compiled as the tests are, also where they are installed.
  transformIgnorePatterns: ['/node_modules/(?!@portal/)'],
  transform: {
    '\\.[cm]?[jt]sx?$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  testTimeout: 40_000,
  injectGlobals: true,
}
