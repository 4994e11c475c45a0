/** Loaded before anything is measured. */
exports.isWarm = true;
