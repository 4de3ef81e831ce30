import { defineConfig } from 'playwright/test'
import { chromiumPath } from '../scripts/browser.mjs'

const retries = Number(process.env['E2E_RETRIES'] ?? 0)
const isProof = process.env['PROVE'] === '1'
const port = Number(process.env['E2E_PORT'] ?? 4310)
const origin = `http://localhost:${port}`
const microsoftPort = port + 1_000
const issuer = `http://localhost:${microsoftPort}`

/**
 * The whole portal as its users meet it: one server on an empty folder with the demo seed, and one Chromium.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  projects: [
    // Tests that change the portal for everybody: one after the other, on a portal of their own
    // (support/portal.ts) beside the others. First, since one worker takes long for them.
    {
      name: 'alone',
      testMatch: 'alone/**/*.spec.ts',
      workers: 1,
      fullyParallel: false,
      use: { baseURL: `http://localhost:${port + 1}` },
    },
    { name: 'together', testIgnore: ['alone/**', 'walks/**'] },
    // The tasks of whole days, measured in clicks and seconds; run only at full counts (npm run prove --
    // walks).
    ...(isProof ? [{ name: 'walks', testMatch: 'walks/**/*.spec.ts', timeout: 120_000 }] : []),
  ],
  outputDir: '../.cache/e2e/results',
  fullyParallel: true,
  // More than cores: some journeys wait, for the time in which sent mail can be taken back or for a broken
  // network.
  workers: 3,
  // Retries run only in the full suite, for diagnosis: a journey that needed one has failed
  // (docs/decisions/0024).
  retries,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter:
    process.env['E2E_REPORT'] === undefined
      ? [['list']]
      : [['list'], ['json', { outputFile: process.env['E2E_REPORT'] }]],
  use: {
    baseURL: origin,
    // An action that waits for something that never comes fails by its own name, not as a test that took too
    // long.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // Traces are expensive: in the full suite only a retry records one.
    trace: retries > 0 ? 'on-first-retry' : 'retain-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
  webServer: [
    {
      command: 'node support/serve.mjs',
      url: `${origin}/api/health`,
      timeout: 180_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      env: {
        PORT: String(port),
        SEED_DATE: '2026-11-20',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_MINUTE: '0',
        // Journeys about feeds of agencies have an open data portal of their own on this machine.
        ALLOW_PRIVATE_SOURCES: '1',
        // As have journeys about third-party apps.
        ALLOW_PRIVATE_APPS: '1',
        SMTP_LISTEN: String(port + 2_000),
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'permit-portal',
        OIDC_CLIENT_SECRET: 'a-secret-of-the-test-suite-alone',
      },
      stdout: 'pipe',
    },
    {
      // The OpenID provider of the server's tests, where a browser signs in as at Microsoft.
      command: `node ../server/src/test-support/run-microsoft.ts ${microsoftPort} ${origin}/auth/microsoft/callback`,
      url: `${issuer}/.well-known/openid-configuration`,
      stderr: 'ignore',
    },
  ],
})
