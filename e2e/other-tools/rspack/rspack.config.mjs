import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspackFederation } from '@portal/remote-cli/federation'

const options = rspackFederation(import.meta.dirname, { './app': './src/app.jsx' })

// What the proof spoils, so that the portal refuses the build.
const spoiled = {
  'not-singleton': { shared: { ...options.shared, react: { ...options.shared.react, singleton: false } } },
  unshared: { shared: {} },
  'module-entry': {},
}[process.env.SPOILED]

export default {
  mode: 'production',
  entry: {},
  output: { publicPath: 'auto', uniqueName: options.name, clean: true, crossOriginLoading: 'anonymous' },
  module: {
    rules: [
      {
        test: /\.jsx$/,
        type: 'javascript/auto',
        use: {
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'ecmascript', jsx: true },
              transform: { react: { runtime: 'automatic' } },
            },
          },
        },
      },
    ],
  },
  plugins: [new ModuleFederationPlugin({ ...options, ...spoiled })],
}
