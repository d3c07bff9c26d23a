"use strict";
// Runs cases one after the other, and prints what is not as it should be, then their number.
module.exports = async (cases) => {
  for (const [name, check] of Object.entries(cases)) {
    const is = (found, wanted) => {
      if (JSON.stringify(found) === JSON.stringify(wanted)) return;
      const line = new Error().stack.split("\n")[2].trim();
      console.log(`${name}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)} ${line}`);
    };
    try { await check(is); } catch (error) { console.log(`${name}: ${error.stack}`); }
  }
  console.log(`${Object.keys(cases).length} cases`);
};
