import { defineConfig } from 'playwright/test'
import { chromiumPath } from '../scripts/browser.mjs'

const port = Number(process.env['E2E_PORT'] ?? 4310)
const origin = `http://localhost:${port}`
const microsoftPort = port + 1_000
const issuer = `http://localhost:${microsoftPort}`

/** The whole portal, as its users meet it: one server on a fresh folder with the demo seed, one real Chromium. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.cache/e2e/results',
  fullyParallel: true,
  workers: 2,
  // In the whole run alone; which journeys needed it is told by name (docs/decisions/0024).
  retries: process.env['E2E_RETRIES'] === undefined ? 0 : Number(process.env['E2E_RETRIES']),
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env['E2E_REPORT'] === undefined ? [['list']] : [['list'], ['json', { outputFile: process.env['E2E_REPORT'] }]],
  use: {
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
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
        SMTP_LISTEN: String(port + 2_000),
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'permit-portal',
        OIDC_CLIENT_SECRET: 'a-secret-of-the-test-suite-alone',
      },
      stdout: 'pipe',
    },
    {
      // The OpenID provider of the server's tests, at which a browser signs in as it does at Microsoft.
      command: `node ../server/src/test-support/run-microsoft.ts ${microsoftPort} ${origin}/auth/microsoft/callback`,
      url: `${issuer}/.well-known/openid-configuration`,
      stderr: 'ignore',
    },
  ],
})
