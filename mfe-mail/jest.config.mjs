export default { preset: '@portal/shared-ui' }
