// Loaded before a program that runs on Node: connections to a provider's host go to the stand-in instead.
const tls = require('node:tls');

const { STAND_IN_HOSTS: hosts = '', STAND_IN_PORT: port } = process.env;
const { connect } = tls;

tls.connect = (...args) => {
  const [options] = args;
  if (typeof options !== 'object' || !hosts.split(' ').includes(options.host)) return connect(...args);
  const servername = options.servername || options.host;
  return connect({ ...options, servername, host: '127.0.0.1', port: Number(port) }, ...args.slice(1));
};
