import { federation } from '@module-federation/vite'
import { viteFederation } from '@portal/remote-cli/federation'

const options = viteFederation(import.meta.dirname, { './app': './src/app.jsx' })

// What the proof spoils, so that the portal refuses the build.
const spoiled = {
  'not-singleton': { shared: { ...options.shared, react: { ...options.shared.react, singleton: false } } },
  unshared: { shared: {} },
  'module-entry': { varFilename: undefined },
}[process.env.SPOILED]

export default {
  base: './',
  build: { target: 'esnext', rollupOptions: { input: 'src/app.jsx' } },
  plugins: [federation({ ...options, ...spoiled })],
}
